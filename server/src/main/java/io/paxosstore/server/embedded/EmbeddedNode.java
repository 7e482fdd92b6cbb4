package io.paxosstore.server.embedded;

import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.node.Node;
import io.paxosstore.server.node.StartException;

import org.jspecify.annotations.Nullable;

/** One node of an {@link EmbeddedCluster}: can be stopped and started again. Thread-safe. */
public final class EmbeddedNode {
    private final Configuration configuration;
    private final Node.Options options;
    private @Nullable Node running;

    EmbeddedNode(Configuration configuration, Node.Options options) {
        this.configuration = configuration;
        this.options = options;
    }

    /** What it is started with. */
    public Configuration configuration() {
        return configuration;
    }

    /** Its addresses. */
    public ClusterMember member() {
        return configuration.self();
    }

    /**
     * Starts it on its old data; does nothing when it runs.
     *
     * @throws StartException with one sentence when it cannot start
     */
    public synchronized void start() throws StartException {
        if (running == null) {
            running = Node.start(configuration, options);
        }
    }

    /** Stops it cleanly; does nothing when it does not run. */
    public synchronized void stop() {
        if (running != null) {
            running.stop();
            running = null;
        }
    }

    /** Stops it at once, as a crash would: requests under way get no answer. */
    public synchronized void kill() {
        if (running != null) {
            running.abort();
            running = null;
        }
    }

    /** Whether it was started and neither stopped nor has failed. */
    public synchronized boolean isRunning() {
        return running != null && running.failure() == null;
    }

    /** Whether it serves. */
    public synchronized boolean isReady() {
        return running != null && running.notReadyReasons().isEmpty();
    }

    /** How many other nodes it is connected to. */
    public synchronized int peersConnected() {
        return running == null ? 0 : running.peersConnected();
    }

    /** Why it does not serve. */
    public synchronized String notReady() {
        return running == null ? "stopped" : String.join("; ", running.notReadyReasons());
    }

    /** Its figures in Prometheus' text format; empty when it does not run. */
    public synchronized String metrics() {
        return running == null ? "" : running.metrics();
    }
}
