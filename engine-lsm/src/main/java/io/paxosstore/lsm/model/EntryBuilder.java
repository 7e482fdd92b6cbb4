package io.paxosstore.lsm.model;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes one entry out of MultiOps and procedures, evaluated one after the other at the version of a
 * state, each seeing what those before it did (Rules W1, W2). Not thread-safe; used once.
 */
public final class EntryBuilder {
    /** Most MultiOps of an entry that may change something. */
    public static final int MULTI_OPS_MAX = 4096;

    private static final int PARTS_MAX = ModelLimits.OPERATIONS_MAX;

    private final Overlay state;
    private final long entry;
    private final ExpiryClock clock;
    private final long changesMax;
    private int changed;
    private int created;

    /**
     * Begins an entry.
     *
     * @param base the entity's state, which must not change until the entry is built
     * @param nowMillis the proposer's clock; the clock of the state counts if it is greater, so
     *     that what has expired in an entry stays expired in all later ones
     */
    public EntryBuilder(EntityState base, long nowMillis) {
        this(base, nowMillis, ModelLimits.CHANGES_BYTES_MAX);
    }

    /**
     * Begins an entry with less room than the models need.
     *
     * @param changesMax most bytes of changes, about: of one MultiOp, which fails if it makes more,
     *     and of those before the entry is full; {@link ModelLimits#CHANGES_BYTES_MAX} at most
     */
    public EntryBuilder(EntityState base, long nowMillis, long changesMax) {
        this(base, ExpiryClock.ofEntry(Math.max(nowMillis, base.clockMillis())), changesMax);
    }

    /** For MultiOps that change nothing, by the clock of a read. */
    public EntryBuilder(EntityState base, ExpiryClock clock) {
        this(base, clock, ModelLimits.CHANGES_BYTES_MAX);
    }

    private EntryBuilder(EntityState base, ExpiryClock clock, long changesMax) {
        this.changesMax = Math.min(changesMax, ModelLimits.CHANGES_BYTES_MAX);
        this.state = new Overlay(base);
        this.entry = base.entry() + 1;
        this.clock = clock;
    }

    /** The entity's version in a state; read when it is wanted, since that may be a look-up. */
    static long versionIn(EntityState state) {
        byte[] stored = state.get(KeyLayout.VERSION);
        return stored == null ? 0 : ByteReader.of(stored).getLong();
    }

    /** The clock to record in the entry. */
    public long nowMillis() {
        return clock.nowMillis();
    }

    /** Whether the entry should be proposed before more MultiOps are evaluated. */
    public boolean isFull() {
        return changed >= MULTI_OPS_MAX
                || created + PARTS_MAX >= EntityVersion.ORDINALS
                || state.bytes() >= changesMax;
    }

    /** Whether anything changes; if not, there is nothing to propose. */
    public boolean hasChanges() {
        return !state.isEmpty();
    }

    /** About the bytes of the changes. */
    public long changeBytes() {
        return state.bytes();
    }

    /** What the entry does to the data. */
    public EntityChanges changes() {
        return state.changes();
    }

    /**
     * Evaluates one MultiOp; its changes join the entry's unless it fails.
     *
     * @throws IllegalStateException if the entry is full and the MultiOp may change something
     */
    public MultiOpResult execute(MultiOp multiOp) {
        return Objects.requireNonNull(executeWithin(multiOp, Long.MAX_VALUE));
    }

    /**
     * Like {@link #execute}, unless the entry would become too large.
     *
     * @param bytesMax most bytes of all changes of the entry, about, if it has any before this
     * @return null if there would be more; then nothing was changed
     */
    public @Nullable MultiOpResult executeWithin(MultiOp multiOp, long bytesMax) {
        if (isFull() && !multiOp.isReadOnly()) {
            throw new IllegalStateException("The entry is full; propose it first.");
        }
        Overlay own = new Overlay(state);
        long version = versionIn(state);
        long versionThen = EntityVersion.of(entry, changed + 1);
        Evaluation evaluation = new Evaluation(own, this::newGeneration, versionThen, clock);
        Progress progress = new Progress();
        try {
            Guards guards = new Guards(evaluation, version);
            List<Boolean> held = new ArrayList<>(multiOp.guards().size());
            for (Guard guard : multiOp.guards()) {
                held.add(guards.holds(guard));
                progress.index++;
            }
            boolean all = !held.contains(false);
            progress.begin(all ? MultiOpResult.Part.THEN : MultiOpResult.Part.ELSE);
            List<Operation> operations = all ? multiOp.thenOperations() : multiOp.elseOperations();
            List<Result> results = new ArrayList<>(operations.size());
            for (Operation operation : operations) {
                results.add(Operations.execute(operation, evaluation));
                checkChanges(own);
                progress.index++;
            }
            long versionAfter = own.isEmpty() ? version : versionThen;
            return joins(own, versionThen, bytesMax)
                    ? new MultiOpResult.Executed(versionAfter, all, held, results)
                    : null;
        } catch (OperationFailedException e) {
            return new MultiOpResult.Rejected(progress.part, progress.index, e.failure());
        }
    }

    /**
     * Runs one procedure; what it did joins the entry's changes unless it fails, or the entry would
     * become too large.
     *
     * @param bytesMax as in {@link #executeWithin(MultiOp, long)}
     * @return its result; null if the entry would become too large: then nothing was changed
     * @throws IllegalStateException if the entry is full and the procedure may change something
     */
    public byte @Nullable [] executeWithin(Procedure procedure, long bytesMax) {
        if (isFull() && !procedure.isReadOnly()) {
            throw new IllegalStateException("The entry is full; propose it first.");
        }
        Overlay own = new Overlay(state);
        long versionThen = EntityVersion.of(entry, changed + 1);
        ProcedureObjects objects =
                new ProcedureObjects(own, versionThen, clock, newGenerations(), changesMax);
        byte[] result;
        try {
            result = procedure.run(objects);
        } catch (RuntimeException e) {
            objects.raiseFault();
            return procedure.failed(e);
        }
        objects.raiseFault();
        try {
            return joins(own, versionThen, bytesMax) ? result : null;
        } catch (OperationFailedException e) { // that was too much work
            return procedure.failed(e);
        }
    }

    /** Of one procedure: it may make as many objects as a MultiOp may. */
    private Evaluation.Generations newGenerations() {
        int before = created;
        return () -> {
            if (created - before >= PARTS_MAX) {
                throw new OperationFailedException(
                        new Failure.LimitExceeded("OPERATIONS_MAX", PARTS_MAX + 1L, PARTS_MAX));
            }
            return newGeneration();
        };
    }

    /** Where the evaluation is. */
    private static final class Progress {
        MultiOpResult.Part part = MultiOpResult.Part.GUARD;
        int index;

        void begin(MultiOpResult.Part next) {
            part = next;
            index = 0;
        }
    }

    /** Whether changes, if there are any, found room among the entry's. */
    private boolean joins(Overlay own, long versionThen, long bytesMax) {
        if (own.isEmpty()) {
            return true;
        }
        if (changed > 0 && state.bytes() + own.bytes() > bytesMax) {
            return false;
        }
        take(own, versionThen);
        return true;
    }

    private void take(Overlay own, long newVersion) {
        own.put(KeyLayout.VERSION, new ByteWriter(Long.BYTES).putLong(newVersion).toBytes());
        own.copyTo(state);
        changed++;
    }

    private long newGeneration() {
        created++;
        return EntityVersion.of(entry, created);
    }

    private void checkChanges(Overlay own) {
        ChangesLimit.check(own.bytes(), changesMax);
    }
}
