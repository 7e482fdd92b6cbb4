package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

/**
 * The way of an amnesiac replica back to a voter of one entity (Rules A1, A2). Not thread-safe.
 *
 * <p>It asks all other voters for the greatest entry of which they hold any state, and takes the
 * floor from N - majority + 1 of them. Every majority that this replica may have voted in before it
 * lost its memory has one of those in it. Whichever voted before it answered is covered by the
 * floor; whichever votes afterwards knows this replica's incarnation, and says so with its vote, so
 * that the old vote is counted no more (Rule A3).
 *
 * <p>Then it learns the newest chosen value that anybody told of, writes that and the floor, and
 * votes again above the floor.
 */
final class Rebuild {
    /** Where the rebuilding stands. */
    enum Phase {
        /** Answers are missing. */
        ASKING,
        /** The floor is known; the newest chosen value is missing. */
        LEARNING,
        /** The record that ends the amnesia is being written. */
        WRITING
    }

    /** Questions without an answer after which nobody waits for this any more. */
    private static final int ROUNDS_UNASKED_MAX = 8;

    private final Turn turn;
    private final EntityKey key;
    private final Voters voters;
    private final int self;
    private final long nonce;

    private Phase phase = Phase.ASKING;
    private int answered;
    private long floor;
    private long wantedVersion;
    private long ticket;
    private int rounds;
    private long resendNanos;
    private long resendWaitNanos;

    /**
     * Begins.
     *
     * @param held the greatest entry of which something is left here
     * @param version the newest chosen entry that is known here, with or without its value
     */
    Rebuild(Turn turn, EntityKey key, Voters voters, int self, long held, long version) {
        this.turn = turn;
        this.key = key;
        this.voters = voters;
        this.self = self;
        this.nonce = turn.nextNonce();
        this.floor = Math.max(held, version);
        this.wantedVersion = version;
        this.resendWaitNanos = turn.config().retransmitNanos();
        turn.count(ReplicaStats.Counter.AMNESIAC);
    }

    Phase phase() {
        return phase;
    }

    /** The greatest entry that this replica may have voted on. */
    long floor() {
        return floor;
    }

    /** The entry whose value, or a later one's, must be learnt. */
    long wantedVersion() {
        return wantedVersion;
    }

    /** Whether nobody answers and nobody needs to wait for it. */
    boolean isStalled() {
        return rounds > ROUNDS_UNASKED_MAX;
    }

    /** Takes the answer to a question for the floor. */
    void onReply(int voter, Message.ProbeReply reply) {
        if (reply.nonce() != nonce || phase != Phase.ASKING) {
            return;
        }
        answered |= 1 << voter;
        floor = Math.max(floor, Math.max(reply.newestChosen(), reply.pendingEntry()));
        wantedVersion = Math.max(wantedVersion, reply.newestChosen());
        if (Integer.bitCount(answered) >= voters.count() - voters.majority() + 1) {
            phase = Phase.LEARNING;
            restart();
        }
    }

    /** Somebody knows a later entry to be chosen. */
    void onChosenElsewhere(long entry) {
        if (phase != Phase.WRITING) {
            wantedVersion = Math.max(wantedVersion, entry);
            floor = Math.max(floor, entry);
        }
    }

    /** Writes what has been learnt; with the last record the amnesia ends. */
    void write(VoteSender log, long version, @Nullable EntryValue value) {
        boolean hasFloor = floor > version;
        if (value != null) {
            log.persist(new LogRecord(key, version, 0, 0, value, true, version, !hasFloor));
        }
        if (hasFloor) {
            log.persist(new LogRecord(key, floor, LogRecord.FLOOR, 0, null, false, version, true));
        } else if (value == null) {
            long promise = version == 0 ? firstPromise() : 0;
            log.persist(new LogRecord(key, version + 1, promise, 0, null, false, version, true));
        }
        phase = Phase.WRITING;
        ticket = log.issuedTicket();
    }

    /**
     * What is promised at entry 1, where nobody knows of anything: the preferred voter had the
     * right to its fast number for ever, and may have used it (Rule F1). The record of that is
     * lost, and messages may still be under way; so it promises never to use it again. 0 for none.
     */
    long firstPromise() {
        return voters.preferred() == turn.identity().self()
                ? ProposalNumber.above(ProposalNumber.FAST, turn.identity().self())
                : 0;
    }

    /** Whether that record is durable. */
    boolean isOver(long durableTicket) {
        return phase == Phase.WRITING && durableTicket >= ticket;
    }

    private void restart() {
        rounds = 0;
        resendNanos = 0;
        resendWaitNanos = turn.config().retransmitNanos();
    }

    /** Begins to ask again: somebody waits for it now. */
    void wanted() {
        if (isStalled()) {
            restart();
        }
    }

    /** Asks, first or again. */
    void ask(boolean learnt, EntityData data) {
        if (turn.nowNanos() < resendNanos || phase == Phase.WRITING || isStalled()) {
            return;
        }
        rounds++;
        resendNanos = turn.jittered(resendWaitNanos);
        resendWaitNanos = Math.min(2 * resendWaitNanos, turn.config().retransmitMaxNanos());
        for (int voter = 0; voter < voters.count(); voter++) {
            if (voter == self) {
                continue;
            }
            if (phase == Phase.ASKING) {
                if ((answered & 1 << voter) == 0) {
                    send(voter, new Message.Probe(nonce, true));
                }
            } else if (!learnt) {
                long above = data.lacksAbove(wantedVersion - 1);
                send(voter, new Message.Learn(above, wantedVersion));
            }
        }
    }

    private void send(int voter, Message message) {
        turn.send(voters.id(voter), key, message, false);
    }

    /** When to ask again. */
    long wakeNanos() {
        return phase == Phase.WRITING || isStalled() ? Long.MAX_VALUE : resendNanos;
    }
}
