package io.paxosstore.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.client.Codec;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.RangeEvent;
import io.paxosstore.client.RangeWatch;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Every process of a cluster is killed, one after the other, while a range is watched: each change
 * that was acknowledged is told once, and nobody is told to read the range again. For a machine on
 * which nothing else runs: after 10 s without a word from any node, a watcher is told to read.
 */
@Tag("faults")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class KilledRangeWatchTest {
    private static final String SPACE = "watched";
    private static final int ENTITIES = 50;
    private static final int RATE = 500;
    private static final Duration SILENCE = Duration.ofSeconds(60);

    @Test
    void nothingIsMissedAndNothingIsReadAgain() throws Exception {
        try (Subject subject = Subject.start(3, "");
                PaxosStore writing = PaxosStore.connect(subject.addresses());
                PaxosStore watching = PaxosStore.connect(subject.addresses())) {
            writing.createSpaceIfAbsent(SPACE, SpaceKind.ENTITY);
            PacedChanges changes = new PacedChanges(writing, SPACE, ENTITIES, RATE);
            try (RangeWatch<String> range =
                    watching.entitySpace(SPACE, Codec.utf8()).watchRange(new byte[0])) {
                assertInstanceOf(RangeEvent.Resync.class, range.next(SILENCE).orElseThrow());
                List<Versions> told = new ArrayList<>();
                for (int i = 0; i < ENTITIES; i++) {
                    told.add(new Versions());
                }
                changes.start();
                for (ReplicaProcess node : subject.cluster().replicas()) {
                    hearOfAll(range, told);
                    node.kill();
                    hearOfAll(range, told);
                    node.start();
                    node.awaitReady(ReplicaCluster.READY_LIMIT);
                }
                hearOfAll(range, told);
                changes.stop();
                for (int i = 0; i < ENTITIES; i++) {
                    long last = changes.of(i).greatest();
                    while (told.get(i).greatestSoFar() < last) {
                        hear(range, told);
                    }
                    assertEquals(0, changes.of(i).missingIn(told.get(i), 0, last), "missing");
                    assertEquals(0, told.get(i).doubled(), "told twice");
                }
            }
        }
    }

    /** Hears news of each entity. */
    private static void hearOfAll(RangeWatch<String> range, List<Versions> told)
            throws InterruptedException {
        int[] before = told.stream().mapToInt(Versions::count).toArray();
        for (int i = 0; i < before.length; i++) {
            while (told.get(i).count() == before[i]) {
                hear(range, told);
            }
        }
    }

    private static void hear(RangeWatch<String> range, List<Versions> told)
            throws InterruptedException {
        RangeEvent<String> event = range.next(SILENCE).orElseThrow();
        assertTrue(event instanceof RangeEvent.Changed<String>, () -> "told of " + event);
        if (event instanceof RangeEvent.Changed<String> changed) {
            told.get(Integer.parseInt(changed.key().substring(1))).addNext(changed.version());
        }
    }
}
