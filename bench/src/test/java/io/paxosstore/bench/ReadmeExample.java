package io.paxosstore.bench;

import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;

import java.util.ArrayList;
import java.util.List;

/** README's Java example; {@link ReadmeTest} keeps the two equal. */
final class ReadmeExample {
    private ReadmeExample() {}

    /** Runs the example and gives what it prints. */
    static List<Object> run() throws Exception {
        List<Object> printed = new ArrayList<>();
        // begin of README's example
        try (var cluster = EmbeddedCluster.start(3); // or: a cluster started by bin/paxosstore
                var store = PaxosStore.connect(cluster.connectString())) {
            store.createSpaceIfAbsent("profiles");
            KeyValue<String, String> profiles =
                    store.keyValue("profiles", Codec.utf8(), Codec.utf8());
            long version = profiles.put("alice", "hi");
            printed.add(profiles.get("alice").orElseThrow()); // hi
            printed.add(profiles.compareVersionAndSet("alice", version, "hello").isApplied());
            printed.add(profiles.increment("visits", 1)); // 1
            profiles.deleteAsync("alice").join();
            printed.add(profiles.exists("alice")); // false
        }
        // end of README's example
        return printed;
    }
}
