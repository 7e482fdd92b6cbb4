package io.paxosstore.test;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;
import io.paxosstore.server.node.StartException;

import org.junit.jupiter.api.extension.ExtensionConfigurationException;

import java.time.Duration;

/**
 * A cluster and a client of it. Thread-safe.
 *
 * @param cluster the nodes
 * @param store a client that is connected to them
 */
record RunningCluster(EmbeddedCluster cluster, PaxosStore store) implements AutoCloseable {
    /** What the servers are compiled for. */
    private static final int JAVA = 25;

    /** Calls may take so long: a machine that runs tests is busy. */
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /**
     * Starts one.
     *
     * @throws ExtensionConfigurationException if what is wanted cannot be had; the message says why
     * @throws StartException with one sentence if it cannot start
     */
    static RunningCluster start(PaxosStoreCluster wanted) throws StartException {
        int java = Runtime.version().feature();
        if (java < JAVA) {
            throw new ExtensionConfigurationException(
                    "@PaxosStoreCluster runs servers, which need Java "
                            + JAVA
                            + ", but these tests run on Java "
                            + java
                            + "; let Surefire run them on a JDK "
                            + JAVA
                            + " (its setting jvm, or a toolchain).");
        }
        EmbeddedCluster.Builder builder = EmbeddedCluster.builder(wanted.nodes());
        for (String setting : wanted.settings()) {
            int at = setting.indexOf('=');
            if (at < 1) {
                throw new ExtensionConfigurationException(
                        "\""
                                + setting
                                + "\" in the settings of @PaxosStoreCluster is no setting; write"
                                + " its name, = and its value.");
            }
            builder.set(setting.substring(0, at).strip(), setting.substring(at + 1).strip());
        }
        EmbeddedCluster cluster = builder.start();
        boolean connected = false;
        try {
            PaxosStore store =
                    PaxosStore.connect(
                            cluster.connectString(),
                            ClientOptions.builder().name("test").deadline(DEADLINE).build());
            connected = true;
            return new RunningCluster(cluster, store);
        } finally {
            if (!connected) {
                cluster.close();
            }
        }
    }

    /**
     * Starts what does not run.
     *
     * @throws StartException with one sentence if a node cannot start
     */
    void startAll() throws StartException {
        for (EmbeddedNode node : cluster.nodes()) {
            if (!node.isRunning()) {
                node.stop(); // what is left of one that has failed
                node.start();
            }
        }
        cluster.awaitReady(); // also of what the test has started itself
    }

    @Override
    public void close() {
        try {
            store.close();
        } finally {
            cluster.close();
        }
    }
}
