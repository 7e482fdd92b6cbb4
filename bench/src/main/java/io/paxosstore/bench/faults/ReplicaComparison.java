package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.workload.WorkloadKey;
import io.paxosstore.protocol.wire.Response;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares what the replicas hold, key by key, by local reads at each. Differences may be a matter
 * of time: it waits for them to go.
 */
final class ReplicaComparison {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final ClusterLayout layout;
    private final int space;

    ReplicaComparison(ClusterLayout layout, int space) {
        this.layout = layout;
        this.space = space;
    }

    /**
     * Waits until all replicas hold the same.
     *
     * @return the differences that are left when the time is over; empty when there are none
     */
    List<String> awaitEqual(List<WorkloadKey> keys, Duration limit)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        List<WorkloadKey> different = keys;
        while (true) {
            List<String> sentences = new ArrayList<>();
            different = differences(different, sentences);
            if (different.isEmpty() || System.nanoTime() - deadline > 0) {
                return sentences;
            }
            Thread.sleep(PAUSE);
        }
    }

    private List<WorkloadKey> differences(List<WorkloadKey> keys, List<String> sentences)
            throws IOException {
        List<List<Response>> values = new ArrayList<>();
        for (ClusterLayout.Node node : layout.nodes()) {
            List<Response> held = new ArrayList<>();
            try (NodeClient reader = new NodeClient(node.clientPort(), space)) {
                for (WorkloadKey key : keys) {
                    held.add(reader.read(key.name()));
                }
            }
            values.add(held);
        }
        List<WorkloadKey> different = new ArrayList<>();
        for (int index = 0; index < keys.size(); index++) {
            Response first = values.getFirst().get(index);
            boolean isEqual = true;
            StringBuilder sentence = new StringBuilder(keys.get(index).name() + ":");
            for (int node = 0; node < values.size(); node++) {
                Response held = values.get(node).get(index);
                isEqual &= isSame(first, held);
                sentence.append(" replica ").append(layout.nodes().get(node).id());
                sentence.append(" holds ").append(describe(held));
            }
            if (!isEqual) {
                different.add(keys.get(index));
                sentences.add(sentence.toString());
            }
        }
        return different;
    }

    private static boolean isSame(Response one, Response other) {
        return one instanceof Response.Value mine
                && other instanceof Response.Value theirs
                && mine.found() == theirs.found()
                && mine.version() == theirs.version()
                && mine.entryVersion() == theirs.entryVersion()
                && Arrays.equals(mine.value(), theirs.value());
    }

    private static String describe(Response held) {
        return held instanceof Response.Value value
                ? "'%s' of version %d, entry %d;"
                        .formatted(
                                new String(value.value(), StandardCharsets.ISO_8859_1),
                                value.version(),
                                value.entryVersion())
                : held + ";";
    }
}
