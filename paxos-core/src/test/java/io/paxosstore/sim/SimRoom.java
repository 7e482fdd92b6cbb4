package io.paxosstore.sim;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;

/**
 * The room on a node's disk, and what the node turns away for want of it: the decisions of the
 * server's {@code Admission}. A restart does not change it. Not thread-safe.
 */
final class SimRoom {
    /** As {@code Room} of module paxoslog. */
    enum Level {
        ENOUGH,
        /** Below the soft watermark: no client's write is to begin. */
        LOW,
        /** Below the hard watermark: nothing is to be appended. */
        NONE
    }

    private final SimCluster cluster;
    private final int id;
    private Level level = Level.ENOUGH;
    private boolean stalled;

    SimRoom(SimCluster cluster, int id) {
        this.cluster = cluster;
        this.id = id;
    }

    Level level() {
        return level;
    }

    /** Whether what is under way waits too: the log's next segment could not be made. */
    boolean isStalled() {
        return stalled;
    }

    /** Changes the room; {@code stalls} only together with {@code NONE}. */
    void set(Level now, boolean stalls) {
        if (now == level && stalls == stalled) {
            return;
        }
        level = now;
        stalled = stalls;
        switch (now) {
            case ENOUGH -> {}
            case LOW -> cluster.count(Fault.DISK_LOW);
            case NONE -> cluster.count(stalls ? Fault.DISK_STALLED : Fault.DISK_FULL);
        }
        cluster.trace().add(id).add("room").add(now.name()).add(stalls ? 1 : 0);
        cluster.trace()
                .line(() -> cluster.at(id) + "has room: " + now + (stalls ? ", stalled" : ""));
    }

    /** Refuses a request or drops a message; false when the node is to take it. */
    boolean turnsAway(Input input) {
        return switch (input) {
            case Input.Write w -> level != Level.ENOUGH && refuse(w.token(), Fault.WRITE_REFUSED);
            // A read may have to learn, or to finish, what other nodes go on writing.
            case Input.Read r -> level == Level.NONE && refuse(r.token(), Fault.READ_REFUSED);
            case Input.Recover r ->
                    level == Level.NONE && refuse(r.token(), Fault.RECOVERY_REFUSED);
            case Input.Received r ->
                    level == Level.NONE && isWritten(r.message()) && drop(r.message());
            case Input.Loaded l -> false;
            case Input.Evaluation e -> false;
            case Input.Installed i -> false;
            case Input.Persisted p -> false;
            case Input.PeerIncarnation p -> false;
            case Input.PeerState p -> false;
            case Input.Tick tick -> false;
        };
    }

    private boolean refuse(long token, Fault as) {
        cluster.count(as);
        cluster.replied(
                id, new Effects.Reply(token, new Outcome.NotDone(Outcome.Reason.DISK_FULL)));
        return true;
    }

    private boolean drop(Message message) {
        cluster.count(Fault.MESSAGE_DROPPED);
        cluster.trace().line(() -> cluster.at(id) + "has no room for " + Describe.message(message));
        return true;
    }

    private static boolean isWritten(Message message) {
        return switch (message) {
            case Message.Paxos paxos -> true;
            case Message.Chosen chosen -> chosen.value() != null;
            case Message.Probe probe -> false;
            case Message.ProbeReply reply -> false;
            case Message.Learn learn -> learn.finishTo() != 0;
        };
    }
}
