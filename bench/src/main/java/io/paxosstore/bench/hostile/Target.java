package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.core.RandomSource;

import java.time.Duration;

/**
 * The cluster under attack, and the data that attacks need in it.
 *
 * @param keySpace the number of the space of keys that hold {@link #LARGE_VALUES} large values
 * @param entitySpace the number of the space of entities
 * @param redisOffset what is added to a client port to get the port for clients of Redis
 */
record Target(ClusterLayout layout, int keySpace, int entitySpace, int redisOffset) {
    /** The space of keys. */
    static final String KEYS = "hostile-keys";

    /** The space of entities. */
    static final String ENTITIES = "hostile-entities";

    /** The entity with a table of many rows, named {@link #TABLE}. */
    static final String ENTITY = "hostile";

    /** The table's name. */
    static final String TABLE = "people";

    /** How many large values there are. */
    static final int LARGE_VALUES = 300;

    /** The largest value that a server takes by default. */
    static final int LARGE_VALUE_BYTES = 1 << 20;

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /** The name of a large value. */
    static String largeKey(int number) {
        return "large-" + number;
    }

    /** A client of its own, as a careless program has it. */
    PaxosStore connect() {
        ClientOptions options = ClientOptions.builder().name("hostile").deadline(DEADLINE).build();
        return PaxosStore.connect(layout.addresses(), options);
    }

    /** The keys, through such a client. */
    static KeyValue<String, byte[]> keys(PaxosStore store) {
        return store.keyValue(KEYS, Codec.utf8(), Codec.bytes());
    }

    /** A node's port for clients of Redis. */
    int redisPort(ClusterLayout.Node node) {
        return node.clientPort() + redisOffset;
    }

    /** Some node. */
    ClusterLayout.Node node(RandomSource random) {
        return layout.nodes().get(random.nextInt(layout.nodes().size()));
    }
}
