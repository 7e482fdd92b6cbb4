package io.paxosstore.cli.top;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Answers as nodes give them, for tests. */
final class Clusters {
    static final long NOW = 1_700_000_000_000L;

    private Clusters() {}

    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    static NodePlace place(int id) {
        return new NodePlace(id, "10.0.0." + id, 7400, 7402);
    }

    /** What a node's console says, without its last brace: fields may follow. */
    static JsonNode portrait(int id, String problems) {
        return json(
                """
                {"node": %d, "millis": %d, "problems": %s, "events": [],
                 "status": {"node": %d, "version": "1.2.3", "standing": "whole", "lag": 0,
                   "room": "enough", "usableBytes": 53687091200, "noMajority": "",
                   "startedMillis": %d,
                   "peers": [{"id": 3, "connected": false, "lastSeenMillis": %d}]},
                 "samples": [{"t": 1, "q": {}}, {"t": 2,
                   "g": {"heap.bytes": 268435456, "process.cpu.usage": 0.12,
                     "paxosstore.storage.live.bytes": 1048576},
                   "r": {"failed": 0, "paxosstore.storage.fsyncs": 100,
                     "paxosstore.storage.fsync.seconds": 0.08, "paxosstore.recovery.done": 7},
                   "q": {"write": [1200, 900, 4100, 5000], "write.map": [1000, 900, 4100, 5000],
                     "write.key_value": [200, 800, 2000, 3000], "read": [3400, 300, 1200, 1500],
                     "read.key_value": [3400, 300, 1200, 1500]}}]}
                """
                        .formatted(id, NOW, problems, id, NOW - 7_200_000, NOW - 90_000));
    }

    static Voice told(int id) {
        return told(id, "[]");
    }

    static Voice told(int id, String problems) {
        return new Voice(
                place(id),
                new Answer.Told(Portrait.of(portrait(id, problems))),
                Standouts.of(
                        json(
                                """
                                {"node": %d,
                                 "hot": [{"space": "inbox", "kind": "entities",
                                   "key": {"text": "alice", "raw": "YQ"}, "rate": 512.5,
                                   "surplus": 0}],
                                 "slow": [{"space": "inbox", "kind": "entities",
                                   "key": {"hex": "00ff", "raw": "AP8"}, "operation": "write",
                                   "model": "sorted_set", "millis": %d, "micros": 41000,
                                   "done": false}]}
                                """
                                        .formatted(id, NOW - 5000))));
    }

    static Voice silent(int id) {
        return new Voice(place(id), new Answer.Silent("does not answer"), Standouts.NONE);
    }

    /** Of nodes 1 to a number, of which these are not connected. */
    static Shape shape(int count, List<Integer> lost, String plan) {
        String nodes =
                IntStream.rangeClosed(1, count)
                        .mapToObj(id ->
                                """
                                {"id": %d, "host": "10.0.0.%d", "clientPort": 7400,
                                 "peerPort": 7401, "adminPort": 7402, "zone": "default",
                                 "miniCluster": 0, "membership": "active", "weight": 100,
                                 "connected": %s, "votes": 16384, "preferred": 5461,
                                 "coming": 0}
                                """
                                        .formatted(id, id, !lost.contains(id)))
                        .collect(Collectors.joining(","));
        return Shape.of(
                json(
                        """
                        {"node": 1, "version": 4, "goal": {"course": "running"}, "nodes": [%s],
                         "slots": {"stable": 16384, "joint": 0, "noMajority": 0,
                           "redundancy": [{"voters": 3, "connected": %d, "slots": 16384}]},
                         "plan": %s}
                        """
                                .formatted(nodes, 3 - lost.size(), plan)));
    }

    static Heard heard(@Nullable Shape shape, Voice... nodes) {
        return new Heard(NOW, List.of(nodes), shape, 0, List.of(), "");
    }

    /** A cluster in which nothing is wrong. */
    static Heard well(int count) {
        List<Voice> nodes = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            nodes.add(told(id));
        }
        return new Heard(NOW, nodes, shape(count, List.of(), "{}"), 0, List.of(), "");
    }

    static List<String> lines(Heard heard, int width, int height) {
        View view = new View(width, height, false, ZoneOffset.UTC, "q leaves");
        return Screen.lines(Picture.of(heard), view).stream().map(Object::toString).toList();
    }
}
