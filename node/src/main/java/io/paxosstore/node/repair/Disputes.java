package io.paxosstore.node.repair;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Entities on whose value replicas disagree at the same version, and the opinions of nodes on them.
 * A value is right when a majority of its voters holds it. Not thread-safe.
 */
final class Disputes {
    /** How many disputes are open at once; a sweep finds the others again. */
    static final int OPEN_MAX = 256;

    /** What the opinions come to. */
    enum Verdict {
        /** This node's copy is the majority's. */
        MINE_IS_RIGHT,
        /** A majority holds another value. */
        MINE_IS_WRONG,
        /** There is no majority for any value. */
        UNDECIDED,
        /** The entity has moved on; the newer version is looked at another time. */
        OVER
    }

    /** One entity and what each node holds. */
    static final class Dispute {
        private final EntityKey key;
        private final long version;
        private final long untilNanos;
        private final Opinions checksums;
        private final Set<Integer> awaited = new HashSet<>();
        private boolean over;

        Dispute(EntityKey key, long version, int nodeCount, long untilNanos) {
            this.key = key;
            this.checksums = new Opinions(nodeCount);
            this.version = version;
            this.untilNanos = untilNanos;
        }

        EntityKey key() {
            return key;
        }

        long version() {
            return version;
        }

        void opinion(int nodeId, long itsVersion, int checksum) {
            awaited.remove(nodeId);
            if (itsVersion > version) {
                over = true;
            } else if (itsVersion == version && checksum != 0) {
                checksums.add(nodeId, Integer.toUnsignedLong(checksum));
            }
        }

        void await(int nodeId) {
            awaited.add(nodeId);
        }

        /** A node that holds the majority's value; 0 when there is no majority. */
        int holder() {
            return checksums.holder();
        }

        Verdict verdict(int self) {
            if (over) {
                return Verdict.OVER;
            }
            if (holder() == 0) {
                return Verdict.UNDECIDED;
            }
            return checksums.isRight(self) ? Verdict.MINE_IS_RIGHT : Verdict.MINE_IS_WRONG;
        }

        @Override
        public String toString() {
            return "key " + key + " at version " + version + ": checksums by node " + checksums;
        }
    }

    private final ToIntFunction<EntityKey> voters;
    private final Map<Long, Dispute> byQuestion = new HashMap<>();
    private final Map<EntityKey, Dispute> open = new HashMap<>();

    /**
     * @param voters how many nodes vote for an entity
     */
    Disputes(ToIntFunction<EntityKey> voters) {
        this.voters = voters;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Opens a dispute; null when it is open already or too many are. */
    @Nullable Dispute open(EntityKey key, long version, long untilNanos) {
        if (open.size() >= OPEN_MAX || open.containsKey(key)) {
            return null;
        }
        Dispute dispute = new Dispute(key, version, voters.applyAsInt(key), untilNanos);
        open.put(key, dispute);
        return dispute;
    }

    /** A node is asked for its opinion. */
    void asked(long question, int nodeId, Dispute dispute) {
        dispute.await(nodeId);
        byQuestion.put(question, dispute);
    }

    /** Takes an answer; returns whether the question was one of a dispute. */
    boolean answered(int nodeId, Listing.Page page) {
        Dispute dispute = byQuestion.remove(page.id());
        if (dispute == null) {
            return false;
        }
        for (Listing.Item item : page.items()) {
            if (item.key().equals(dispute.key)) {
                dispute.opinion(nodeId, item.version(), item.checksum());
            }
        }
        return true;
    }

    /** Takes out those that all have spoken on, or that took too long. */
    List<Dispute> closed(long nowNanos) {
        List<Dispute> closed = new ArrayList<>();
        for (Dispute dispute : List.copyOf(open.values())) {
            if (dispute.awaited.isEmpty() || nowNanos >= dispute.untilNanos) {
                open.remove(dispute.key);
                byQuestion.values().removeIf(dispute::equals);
                closed.add(dispute);
            }
        }
        return closed;
    }
}
