package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import java.util.ArrayList;
import java.util.List;

/**
 * What a {@link Replica} wants done, in ordered groups. The caller performs the groups of one or
 * several steps in this order: applies, loads, evaluations, persists, marks, sends, supplies, lags,
 * replies.
 *
 * <p>Rule D1 lives in the shape: a step never puts a vote into {@link #sends} that rests on a
 * record which is not durable (but for the proposer's vote that Rule D2 marks as pending); it
 * appears only in the step that takes {@link Input.Persisted}. So everything in {@code sends} may
 * leave at once.
 *
 * <p>Reused from step to step; not thread-safe.
 */
public final class Effects {
    /** Wanted from the storage engine, to be answered by {@link Input.Loaded}. */
    public record Load(EntityKey key, boolean withValue) {}

    /**
     * The entry after the one that the engine's data reflects is chosen: its changes become part of
     * the data, with the head, in one atomic step. General PaxosLogs only. Not durable by itself
     * (Rules D3, D6).
     *
     * @param after what is to be kept beside the data; its version is the entry
     * @param changes as the engine encoded them; empty for a no-op
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Apply(EntityKey key, EntityHead after, byte[] changes) {}

    /**
     * Commands to be evaluated one after the other on the engine's data (Rules W1, W2), to be
     * answered by {@link Input.Evaluated}. General PaxosLogs only.
     *
     * <p>Many are answered at once, each within a slice of time; one that was left out because it
     * needs more than a slice is asked for again, alone and {@code isLong}. That one may be
     * answered much later, or with {@link Input.NotEvaluated}; a later question about the entity,
     * and every entry that is applied to it, make the answer useless.
     *
     * @param ticket comes back in the answer
     * @param version the version of the data; if it is another one by now the answer does not count
     * @param clockMillis the entry's clock
     * @param deadlineNanos monotonic time after which nobody waits for the answer; counts if {@code
     *     isLong}
     */
    public record Evaluate(
            EntityKey key,
            long ticket,
            long version,
            long clockMillis,
            List<Command> commands,
            boolean isLong,
            long deadlineNanos) {
        /** Commands of which it is not known whether some take long. */
        public Evaluate(
                EntityKey key,
                long ticket,
                long version,
                long clockMillis,
                List<Command> commands) {
            this(key, ticket, version, clockMillis, commands, false, Long.MAX_VALUE);
        }
    }

    /**
     * Another replica needs what is above a version (Rule C1): the chosen entries, each as a {@link
     * Message.Chosen}, or if they are not all kept what was appended since, or the whole image.
     * General PaxosLogs only. May fail: the other one asks again.
     */
    public record Supply(EntityKey key, int to, long above) {}

    /** To be made durable, then reported by {@link Input.Persisted} with the same ticket. */
    public record Persist(LogRecord record, long ticket) {}

    /**
     * The pending entry of the entity, which the engine holds or was just given, is chosen as it
     * stands. Not durable by itself (Rule D3).
     */
    public record MarkChosen(EntityKey key, long entry) {}

    /**
     * A message to another replica.
     *
     * @param lazy may wait for the next message to the same node (piggyback, Rule D3)
     * @param incarnation the sender's when it said this (Rule A3)
     */
    public record Send(int to, EntityKey key, Message message, boolean lazy, int incarnation) {}

    /**
     * The entity has left memory while another replica knows a newer entry to be chosen: a hint to
     * recover it in the background (Rule C3). May be ignored: its next use finds out again.
     *
     * @param from the node that knows the entry
     */
    public record Lag(EntityKey key, int from, long version) {}

    /** An answer to a client. */
    public record Reply(long token, Outcome outcome) {}

    private final List<Apply> applies = new ArrayList<>(0);
    private final List<Evaluate> evaluations = new ArrayList<>(0);
    private final List<Supply> supplies = new ArrayList<>(0);
    private final List<Load> loads = new ArrayList<>();
    private final List<Persist> persists = new ArrayList<>();
    private final List<MarkChosen> marks = new ArrayList<>();
    private final List<Send> sends = new ArrayList<>();
    private final List<Lag> lags = new ArrayList<>(0);
    private final List<Reply> replies = new ArrayList<>();

    public List<Apply> applies() {
        return applies;
    }

    public List<Evaluate> evaluations() {
        return evaluations;
    }

    public List<Supply> supplies() {
        return supplies;
    }

    public List<Load> loads() {
        return loads;
    }

    public List<Persist> persists() {
        return persists;
    }

    public List<MarkChosen> marks() {
        return marks;
    }

    public List<Send> sends() {
        return sends;
    }

    public List<Lag> lags() {
        return lags;
    }

    public List<Reply> replies() {
        return replies;
    }

    public boolean isEmpty() {
        return loads.isEmpty()
                && applies.isEmpty()
                && evaluations.isEmpty()
                && supplies.isEmpty()
                && persists.isEmpty()
                && marks.isEmpty()
                && sends.isEmpty()
                && lags.isEmpty()
                && replies.isEmpty();
    }

    /** Empties all groups for the next step. */
    public void clear() {
        loads.clear();
        applies.clear();
        evaluations.clear();
        supplies.clear();
        persists.clear();
        marks.clear();
        sends.clear();
        lags.clear();
        replies.clear();
    }
}
