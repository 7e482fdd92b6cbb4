package io.paxosstore.core.data;

import io.paxosstore.core.ChangesPayload;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.Stored;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.protocol.model.Command;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The data of an entity with a general PaxosLog: it lies in the engine, each entry changes it, in
 * order and without a gap. Kept here is the head alone: version, clock, recent requests. Not
 * thread-safe.
 */
public final class ChangesData extends EntityData {
    private EntityHead head = EntityHead.NOTHING;

    /** Names the question to the engine; 0 for none. */
    private long asked;

    private WriteQueue.@Nullable Batch batch;
    private long clockMillis;

    /** Made of the engine's answer, not yet proposed. */
    private @Nullable EntryValue evaluated;

    ChangesData(Turn turn, Seat seat, Records records, Stored stored) {
        super(turn, seat, records, stored);
        take(stored);
    }

    @Override
    public boolean follows(long entry) {
        return entry == version() + 1;
    }

    @Override
    public boolean valuesAreImages() {
        return false;
    }

    @Override
    public void become(long entry, EntryValue chosen) {
        Invariant.check(follows(entry), "an entry is applied over a gap");
        EntityHead.Next next = head.after(chosen);
        head = next.head();
        newest(entry, chosen.id(), chosen);
        turn().out().add(new Effects.Apply(key(), head, next.changes()));
        forgetEvaluation();
    }

    /**
     * The engine has replaced the data by an image (Rule C2).
     *
     * @return false when it is not newer than what is here
     */
    public boolean install(Stored stored) {
        EntityHead installed = stored.head();
        if (installed == null || installed.version() <= version()) {
            return false;
        }
        head = installed;
        newest(head.version(), head.id(), stored.chosenValue());
        discardAwaitedAnswer();
        forgetEvaluation();
        return true;
    }

    @Override
    public boolean onLoaded(Stored stored) {
        if (!super.onLoaded(stored)) {
            return false;
        }
        if (stored.amnesiac() || stored.version() < versionWhenAsked()) {
            // The data is lost, with or without the votes: what is left is what the store says.
            take(stored);
            forgetEvaluation();
        }
        return true;
    }

    private void take(Stored stored) {
        EntityHead kept = stored.head();
        head = kept == null ? EntityHead.NOTHING : kept;
        Invariant.check(
                head.version() == stored.version(), "the head is not that of the version: ", key());
        newest(head.version(), head.id(), stored.chosenValue());
    }

    private void forgetEvaluation() {
        asked = 0;
        batch = null;
        evaluated = null;
    }

    @Override
    public long lacksAbove(long entry) {
        return version();
    }

    @Override
    public boolean isWhole() {
        return true;
    }

    @Override
    public boolean isInMemory() {
        return true;
    }

    @Override
    RequestTable table() {
        return head.table();
    }

    @Override
    public @Nullable EntryValue evaluate(WriteQueue writes) {
        WriteQueue.Batch made = batch;
        EntryValue value = evaluated;
        if (value != null && made != null) {
            forgetEvaluation();
            if (writes.holds(made)) {
                writes.proposed(made, version() + 1);
                return value;
            }
            // Somebody was told meanwhile that it was not done: it must stay so.
        }
        if (asked != 0) {
            return null;
        }
        clockMillis = Math.max(turn().wallMillis(), head.clockMillis());
        List<Command> commands = new ArrayList<>();
        RequestTable table = turn().rules().searched(head.table()).copy();
        batch =
                writes.selectByTurns(
                        table,
                        clockMillis,
                        command -> {
                            commands.add(command);
                            return RequestTable.NOT_KEPT;
                        });
        if (batch != null) {
            asked = turn().nextNonce();
            turn().out()
                    .add(
                            new Effects.Evaluate(
                                    key(),
                                    asked,
                                    version(),
                                    clockMillis,
                                    commands,
                                    batch.isLong(),
                                    batch.deadlineNanos()));
        }
        return null;
    }

    /**
     * The engine has evaluated, or given up.
     *
     * @return false when it could not: it cannot read the entity's data
     */
    public boolean onEvaluated(Input.Evaluation answer, WriteQueue writes) {
        WriteQueue.Batch made = batch;
        if (made == null || answer.ticket() != asked) {
            return true; // of a version that is over
        }
        return switch (answer) {
            case Input.Evaluated done -> onEvaluated(made, done, writes);
            case Input.NotEvaluated given -> {
                forgetEvaluation();
                writes.refuse(made, given.reason());
                yield true;
            }
        };
    }

    private boolean onEvaluated(WriteQueue.Batch made, Input.Evaluated answer, WriteQueue writes) {
        if (answer.results().isEmpty()) {
            forgetEvaluation();
            return false;
        }
        asked = 0;
        writes.evaluated(made, answer.results());
        if (made.isEmpty()) {
            forgetEvaluation(); // all of them take long
            return true;
        }
        long resultBytes = 0;
        for (WriteQueue.Batch.Executed one : made.executed()) {
            resultBytes += RequestTable.ifShort(one.result()).length;
        }
        RequestTable.Keeper keeper = head.table().keeper(resultBytes);
        List<ChangesPayload.Executed> executed = new ArrayList<>(answer.results().size());
        for (WriteQueue.Batch.Executed one : made.executed()) {
            RequestId id = one.request().requestId();
            long floor = id.settledFloor(one.request().settledFloor());
            byte[] kept = keeper.keep(id, floor, one.result());
            executed.add(new ChangesPayload.Executed(id, floor, kept));
        }
        byte[] payload =
                new ChangesPayload(
                                clockMillis,
                                policy().dedupeClientsMax(),
                                new ChangesPayload.Aging.ByEntries(policy().dedupeAgeMillis()),
                                executed,
                                answer.changes())
                        .encode();
        evaluated = EntryValue.of(made.id(), payload);
        return true;
    }

    @Override
    public boolean isEvaluating() {
        return asked != 0;
    }

    @Override
    public long clockMillis() {
        return head.clockMillis();
    }

    /** What has expired in its data is for the engine to say, of each read: its clock. */
    @Override
    public long dueMillis(long nowMillis) {
        return 0;
    }

    @Override
    byte[] clockEntry(long entryMillis) {
        return ChangesPayload.clock(Math.max(entryMillis, head.clockMillis()));
    }

    @Override
    byte[] noOp() {
        return ChangesPayload.noOp(head);
    }

    @Override
    public Outcome answer() {
        return new Outcome.Current(version());
    }

    @Override
    public void supply(int nodeId, long above) {
        EntryValue newest = value();
        if (newest != null && above == version() - 1) {
            send(nodeId, newest);
        } else {
            turn().out().add(new Effects.Supply(key(), nodeId, above));
        }
    }
}
