package io.paxosstore.client;

import io.paxosstore.protocol.wire.NodeAddress;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What this client knows of one node's health. Owned by the network thread.
 *
 * <p>A node that leaves several attempts in a row unanswered, or one that another node answers
 * then, becomes <em>suspect</em>: it is asked whether it answers at all (PING), and once it does
 * and a while has passed, it gets one request now and then, a trial; the first result makes it
 * trusted again. So a paused node costs a few requests one attempt timeout each, not every request,
 * and so does one that is cut off from its peers.
 */
final class Node {
    /** First wait before a lost node is connected again. */
    static final Duration RECONNECT_MIN = Duration.ofMillis(20);

    /** Attempts in a row without an answer that make a node suspect. */
    static final int SUSPECT_TIMEOUTS = 3;

    private static final long SUSPICION_MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long SUSPICION_MAX_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** A suspect node that has not even answered a PING for so long is connected anew. */
    private static final long SILENCE_MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

    final NodeAddress address;

    /** Tells it from the other nodes there are, and stays while it is one of them. */
    int index;

    /** What it may fail with, as the topology says; empty before that is known. */
    String zone = "";

    /** The connection, also while it is being opened. */
    @Nullable Connection connection;

    /** Whether the host name is being looked up. */
    boolean resolving;

    /** Whether the node should be connected. */
    boolean wanted;

    int connectFailures;

    /** Which of the addresses of its name is tried: another one when no connection came about. */
    int addressTurn;

    /** Whether the connection that is, or was, has come about. */
    private boolean isGreeted;

    /** Whether it was ever connected, or connecting has failed. */
    boolean tried;

    /** Whether waiting may help against {@code lastError}: another version, say, stays one. */
    boolean passingError;

    /** Whether it was ever connected. */
    boolean wasConnected;

    long connectAtNanos;
    String lastError = "";

    private int timeoutsInRow;
    private long resultNanos;
    private boolean suspect;
    private boolean answered;
    private long suspectSinceNanos;
    private long suspicionNanos = SUSPICION_MIN_NANOS;
    private long trialAtNanos;

    Node(NodeAddress address) {
        this.address = address;
    }

    boolean isReady() {
        return connection != null && connection.isReady();
    }

    boolean isTrusted() {
        return isReady() && !suspect;
    }

    boolean isSuspect() {
        return suspect;
    }

    /** Whether a suspect node may get a trial request now. */
    boolean mayBeTried(long nowNanos) {
        return isReady() && suspect && answered && nowNanos - trialAtNanos >= 0;
    }

    /** A request was sent although the node is suspect; the next has to wait. */
    void onTrial(long nowNanos) {
        trialAtNanos = nowNanos + suspicionNanos;
    }

    /** Something came from the node. */
    void onHeard() {
        answered = true;
    }

    /**
     * The node answered with a result: it serves.
     *
     * @return whether it was suspect until now
     */
    boolean onResult(long nowNanos) {
        timeoutsInRow = 0;
        resultNanos = nowNanos;
        if (!suspect) {
            return false;
        }
        suspect = false;
        suspicionNanos = SUSPICION_MIN_NANOS;
        return true;
    }

    /**
     * An attempt got no answer in time. Many may run out at the same moment without a result in
     * between: a node that has given results in that time is overloaded, not gone, and sending its
     * load elsewhere would make two nodes compete for every key.
     *
     * @param timeoutNanos how long that was
     * @return whether the node became suspect just now
     */
    boolean onTimeout(long nowNanos, long timeoutNanos) {
        timeoutsInRow++;
        if (suspect) {
            suspicionNanos = Math.min(suspicionNanos * 2, SUSPICION_MAX_NANOS);
            trialAtNanos = nowNanos + suspicionNanos;
            return false;
        } else if (timeoutsInRow < SUSPECT_TIMEOUTS || nowNanos - resultNanos < timeoutNanos) {
            return false;
        }
        suspect(nowNanos);
        return true;
    }

    /**
     * Another node has answered what this one was asked before, and has left unanswered for an
     * attempt's timeout. It may be cut off from the majority.
     *
     * @param timeoutNanos that timeout
     * @return whether the node became suspect just now
     */
    boolean onOutdone(long nowNanos, long timeoutNanos) {
        if (suspect || nowNanos - resultNanos < timeoutNanos) {
            return false;
        }
        suspect(nowNanos);
        return true;
    }

    /**
     * The node has not even answered a PING for a moment.
     *
     * @return whether the node became suspect just now
     */
    boolean onSilence(long nowNanos) {
        answered = false;
        if (suspect) {
            return false;
        }
        suspect(nowNanos);
        return true;
    }

    private void suspect(long nowNanos) {
        suspect = true;
        answered = false;
        suspectSinceNanos = nowNanos;
        trialAtNanos = nowNanos + suspicionNanos;
    }

    /**
     * The node answered that it does not serve now.
     *
     * @return whether the node became suspect just now
     */
    boolean onRefused(long nowNanos) {
        answered = true;
        trialAtNanos = nowNanos + suspicionNanos;
        if (suspect) {
            return false;
        }
        suspect = true;
        suspectSinceNanos = nowNanos;
        return true;
    }

    /** How long the node may stay silent until it is connected anew; at most 0 when it is due. */
    long silenceLeftNanos(long nowNanos) {
        return suspect && !answered
                ? suspectSinceNanos + SILENCE_MAX_NANOS - nowNanos
                : SILENCE_MAX_NANOS;
    }

    /** The connection has ended, or none came about. */
    void onDown() {
        connectFailures++;
        addressTurn += isGreeted ? 0 : 1;
        isGreeted = false;
        tried = true;
    }

    /** A new connection is open: the past does not count. */
    void onReady() {
        isGreeted = true;
        suspect = false;
        timeoutsInRow = 0;
        suspicionNanos = SUSPICION_MIN_NANOS;
        connectFailures = 0;
        tried = true;
        lastError = "";
    }

    NodeState state() {
        NodeState.Status status =
                !isReady()
                        ? tried ? NodeState.Status.DISCONNECTED : NodeState.Status.NOT_TRIED
                        : suspect ? NodeState.Status.SUSPECT : NodeState.Status.CONNECTED;
        String detail =
                switch (status) {
                    case CONNECTED -> "";
                    case SUSPECT ->
                            timeoutsInRow == 0
                                    ? address.hostAndPort() + " does not serve now"
                                    : address.hostAndPort()
                                            + " left "
                                            + timeoutsInRow
                                            + " requests in a row unanswered";
                    case DISCONNECTED -> lastError;
                    case NOT_TRIED -> "";
                };
        return new NodeState(address.nodeId(), address.hostAndPort(), status, detail);
    }
}
