package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a {@code Replica} wants done. A replica adds, step after step; whoever drives it performs
 * them by {@link #drain}, which holds their order. What each kind asks of its performer stands on
 * it; {@link EffectHandler} has a method for each.
 *
 * <p>Rule D1 lives in the shape: a step never makes a {@link Send} of a vote that rests on a record
 * which is not durable (but for the proposer's vote that Rule D2 marks as pending); it makes it
 * only when it takes {@link Input.Persisted}. So every message may leave at once.
 *
 * <p>Reused from step to step; not thread-safe.
 */
public final class Effects {
    /**
     * Wanted from the storage engine, to be answered by {@link Input.Loaded}, now or later ({@link
     * Input.LoadPutOff}); answered now, it shows what was applied, appended and marked in all
     * rounds before. The engine is asked later only while no record of the entity is on its way.
     */
    public record Load(EntityKey key, boolean withValue) {}

    /**
     * The entry after the one that the engine's data reflects is chosen: its changes become part of
     * the data, with the head, in one atomic step. General PaxosLogs only. Not durable by itself
     * (Rules D3, D6): the engine may lose it by a crash, and is given it again then. A load or an
     * evaluation that is performed later shows it.
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

    /**
     * To be made durable (Rule D1), then reported by {@link Input.Persisted} with the same ticket;
     * records of all entities in the order of append, since a ticket says that all before it are
     * durable too. A load that is performed later shows it, durable or not.
     */
    public record Persist(LogRecord record, long ticket) {}

    /**
     * The pending entry of the entity, which the engine holds or was just given, is chosen as it
     * stands. Not durable by itself (Rule D3): after a crash it is learnt again.
     */
    public record MarkChosen(EntityKey key, long entry) {}

    /**
     * A message to another replica. It may leave at once, be lost, doubled, overtaken; it must not
     * be altered, nor given to a life of the receiver that began after it was sent (Rule A3).
     *
     * @param epoch in which the sender stood of the entity's slot when it said this (Rule M1)
     * @param lazy may wait for the next message to the same node (piggyback, Rule D3)
     * @param incarnation the sender's when it said this (Rule A3)
     */
    public record Send(
            int to, int epoch, EntityKey key, Message message, boolean lazy, int incarnation) {}

    /**
     * The entity has left memory while another replica knows a newer entry to be chosen: a hint to
     * recover it in the background (Rule C3). May be ignored: its next use finds out again.
     *
     * @param from the node that knows the entry; this one if no voter is known to
     */
    public record Lag(EntityKey key, int from, long version) {}

    /**
     * A message was not taken since it was said in another epoch of the slot (Rule M1): whoever of
     * the two stands in the earlier one is to hear of the later. A hint: it may be ignored, and the
     * message comes again.
     *
     * @param from the node that said it
     * @param key an entity of the slot
     * @param epoch in which that node stands, or stood
     */
    public record OtherEpoch(int from, EntityKey key, int epoch) {}

    /**
     * An answer to a client: exactly one for each {@link Input.Request}. One that says {@link
     * Outcome.Current} asks for the answer from the engine's data as they are now, at that version.
     */
    public record Reply(long token, Outcome outcome) {}

    /** The effects that nothing has been done about. */
    private Groups due = new Groups();

    /** Of the round that goes on, or empty. */
    private Groups spare = new Groups();

    private final List<Load> loading = new ArrayList<>();
    private final List<Evaluate> evaluating = new ArrayList<>();
    private boolean draining;

    private static final class Groups {
        final List<Load> loads = new ArrayList<>();
        final List<Apply> applies = new ArrayList<>(0);
        final List<Evaluate> evaluations = new ArrayList<>(0);
        final List<Persist> persists = new ArrayList<>();
        final List<MarkChosen> marks = new ArrayList<>();
        final List<Send> sends = new ArrayList<>();
        final List<Supply> supplies = new ArrayList<>(0);
        final List<Lag> lags = new ArrayList<>(0);
        final List<OtherEpoch> otherEpochs = new ArrayList<>(0);
        final List<Reply> replies = new ArrayList<>();

        /** Of the values of what is to be persisted. */
        long persistBytes;

        boolean asks() {
            return !loads.isEmpty() || !applies.isEmpty() || !evaluations.isEmpty();
        }

        boolean isEmpty() {
            return !asks()
                    && persists.isEmpty()
                    && marks.isEmpty()
                    && sends.isEmpty()
                    && supplies.isEmpty()
                    && lags.isEmpty()
                    && otherEpochs.isEmpty()
                    && replies.isEmpty();
        }

        void clear() {
            loads.clear();
            applies.clear();
            evaluations.clear();
            persists.clear();
            persistBytes = 0;
            marks.clear();
            sends.clear();
            supplies.clear();
            lags.clear();
            otherEpochs.clear();
            replies.clear();
        }
    }

    /**
     * Performs what there is, in the one order that is right: what is asked of the engine first
     * (entries applied before data is loaded or commands are evaluated on it), and what the replica
     * makes of answers that come at once, until nothing more is asked; then what is written, one
     * commit, what is sent, and what is told to this node and to clients. What the handler has the
     * replica add meanwhile by an answer joins this round; what it adds later waits for the next,
     * so a caller goes on until this {@link #isEmpty}.
     *
     * <p>If the handler fails, the round is half performed and nothing may follow it: a replica
     * must not go on that believes to be written what is not.
     *
     * @throws IllegalStateException when the handler itself drains
     */
    public void drain(EffectHandler handler) {
        if (draining) {
            throw new IllegalStateException("effects are being performed already");
        }
        draining = true;
        ask(handler);
        // From here on an answer to a client may start a request: its effects are the next round's.
        Groups round = due;
        due = spare;
        spare = round;
        perform(round, handler);
        round.clear();
        draining = false;
    }

    private void ask(EffectHandler handler) {
        while (due.asks()) {
            apply(handler);
            loading.addAll(due.loads);
            due.loads.clear();
            evaluating.addAll(due.evaluations);
            due.evaluations.clear();
            handler.willLoad(loading);
            for (int i = 0; i < loading.size(); i++) {
                handler.load(loading.get(i));
            }
            loading.clear();
            for (int i = 0; i < evaluating.size(); i++) {
                // The answers before may have brought more entries.
                apply(handler);
                handler.evaluate(evaluating.get(i));
            }
            evaluating.clear();
        }
    }

    private void apply(EffectHandler handler) {
        for (int i = 0; i < due.applies.size(); i++) {
            handler.apply(due.applies.get(i));
        }
        due.applies.clear();
    }

    private static void perform(Groups round, EffectHandler handler) {
        for (int i = 0; i < round.persists.size(); i++) {
            handler.persist(round.persists.get(i));
        }
        for (int i = 0; i < round.marks.size(); i++) {
            handler.markChosen(round.marks.get(i));
        }
        handler.commit();
        for (int i = 0; i < round.sends.size(); i++) {
            handler.send(round.sends.get(i));
        }
        for (int i = 0; i < round.supplies.size(); i++) {
            handler.supply(round.supplies.get(i));
        }
        for (int i = 0; i < round.lags.size(); i++) {
            handler.lag(round.lags.get(i));
        }
        for (int i = 0; i < round.otherEpochs.size(); i++) {
            handler.otherEpoch(round.otherEpochs.get(i));
        }
        for (int i = 0; i < round.replies.size(); i++) {
            handler.reply(round.replies.get(i));
        }
        handler.performed();
    }

    /** Whether nothing is to be performed; a round that goes on does not count. */
    public boolean isEmpty() {
        return due.isEmpty();
    }

    /** The records to be persisted, to be looked at only. */
    public List<Persist> persists() {
        return Collections.unmodifiableList(due.persists);
    }

    /** How many bytes the values of these records have. */
    public long persistBytes() {
        return due.persistBytes;
    }

    /** Whether an entry is to be marked that is not marked yet. */
    public boolean hasMarks() {
        return !due.marks.isEmpty();
    }

    public void add(Apply apply) {
        due.applies.add(apply);
    }

    public void add(Load load) {
        due.loads.add(load);
    }

    public void add(Evaluate evaluate) {
        due.evaluations.add(evaluate);
    }

    public void add(Persist persist) {
        due.persists.add(persist);
        EntryValue value = persist.record().value();
        due.persistBytes += value == null ? 0 : value.payload().length;
    }

    public void add(MarkChosen mark) {
        due.marks.add(mark);
    }

    public void add(Send send) {
        due.sends.add(send);
    }

    public void add(Supply supply) {
        due.supplies.add(supply);
    }

    public void add(Lag lag) {
        due.lags.add(lag);
    }

    public void add(OtherEpoch other) {
        due.otherEpochs.add(other);
    }

    public void add(Reply reply) {
        due.replies.add(reply);
    }
}
