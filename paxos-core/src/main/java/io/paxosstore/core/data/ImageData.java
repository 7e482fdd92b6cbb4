package io.paxosstore.core.data;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.Rules;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.Stored;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.protocol.model.Command;

import org.jspecify.annotations.Nullable;

/**
 * The data of a key-value entity: the newest chosen value is the whole image, in memory or in the
 * store (PaxosStore paper, section 2.2.2: PaxosLog-as-value). Not thread-safe.
 */
final class ImageData extends EntityData {
    private boolean fromStore;

    ImageData(Turn turn, Seat seat, Records records, Stored stored) {
        super(turn, seat, records, stored);
        take(stored);
    }

    @Override
    public boolean follows(long entry) {
        return entry > version();
    }

    @Override
    public boolean valuesAreImages() {
        return true;
    }

    @Override
    public void become(long entry, EntryValue chosen) {
        newest(entry, chosen.id(), chosen);
        fromStore = false;
    }

    @Override
    public long lacksAbove(long entry) {
        return entry;
    }

    @Override
    public boolean isWhole() {
        return value() != null || version() == 0;
    }

    @Override
    public boolean isInMemory() {
        if (version() == 0 || value() != null) {
            return true;
        }
        requestValue();
        return false;
    }

    @Override
    RequestTable table() {
        return payload().table();
    }

    private EntryPayload payload() {
        EntryValue newest = value();
        return newest == null ? EntryPayload.nothing() : EntryPayload.decode(newest);
    }

    @Override
    public @Nullable EntryValue evaluate(WriteQueue writes) {
        EntryPayload before = payload();
        Rules rules = turn().rules();
        RequestTable table = rules.searched(rules.remembered(before.table(), fromStore));
        long clockMillis = Math.max(turn().wallMillis(), before.clockMillis());
        long ageMillisMax = policy().dedupeAgeMillis();
        table.pass(clockMillis - before.clockMillis(), ageMillisMax);
        Execution execution = new Execution(stateAt(before, clockMillis), clockMillis);
        WriteQueue.Batch batch = writes.select(table, clockMillis, execution::execute);
        if (batch == null) {
            return null;
        }
        table.trim(policy().dedupeClientsMax(), ageMillisMax);
        writes.proposed(batch, version() + 1);
        byte[] payload = new EntryPayload(clockMillis, table, execution.state).encode();
        return EntryValue.of(batch.id(), payload);
    }

    /** Rule X1: what is left of the state at an entry's clock. */
    private byte[] stateAt(EntryPayload payload, long clockMillis) {
        return turn().machine().stateAt(payload.state(), clockMillis);
    }

    @Override
    public long clockMillis() {
        EntryValue newest = value();
        return newest == null ? 0 : EntryPayload.clockOf(newest);
    }

    @Override
    public long dueMillis(long nowMillis) {
        EntryValue newest = value();
        if (newest == null) {
            return 0;
        }
        long deadline = turn().machine().deadlineMillis(EntryPayload.stateSlice(newest));
        long clock = turn().rules().readClockMillis(EntryPayload.clockOf(newest), nowMillis);
        return deadline <= nowMillis && deadline > clock ? deadline : 0;
    }

    @Override
    byte[] clockEntry(long entryMillis) {
        EntryPayload before = payload();
        long clockMillis = Math.max(entryMillis, before.clockMillis());
        return new EntryPayload(clockMillis, before.table(), stateAt(before, clockMillis)).encode();
    }

    /** Executes one command after the other. */
    private final class Execution {
        private final long clockMillis;
        private byte[] state;

        Execution(byte[] state, long clockMillis) {
            this.state = state;
            this.clockMillis = clockMillis;
        }

        byte[] execute(Command command) {
            StateMachine.Evaluation evaluation =
                    turn().machine().evaluate(state, command, clockMillis);
            state = evaluation.state();
            return evaluation.result();
        }
    }

    @Override
    public boolean isEvaluating() {
        return false;
    }

    @Override
    byte[] noOp() {
        return EntryPayload.unchanged(value());
    }

    @Override
    public Outcome answer() {
        EntryValue newest = value();
        byte[] state = newest == null ? StateMachine.NO_STATE : EntryPayload.stateOf(newest);
        long clockMillis = turn().rules().readClockMillis(clockMillis(), turn().wallMillis());
        // Entries of before Rule X1 keep what is over by their own clock.
        byte[] shown = turn().machine().stateAt(state, clockMillis);
        return new Outcome.Value(version(), new Outcome.Result(shown));
    }

    @Override
    public void supply(int nodeId, long above) {
        EntryValue newest = value();
        if (newest != null) {
            send(nodeId, newest);
        }
    }

    @Override
    public boolean onLoaded(Stored stored) {
        boolean isNews = super.onLoaded(stored);
        if (isNews) {
            take(stored);
        }
        return isNews;
    }

    private void take(Stored stored) {
        EntryValue held = stored.chosenValue();
        if (held != null && stored.version() == version() && value() == null) {
            newest(version(), held.id(), held);
            fromStore = true;
        }
    }
}
