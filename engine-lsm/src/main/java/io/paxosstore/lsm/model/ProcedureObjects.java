package io.paxosstore.lsm.model;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.model.EntityObjects;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/** The objects that a procedure works on: its changes lie in overlays until it has ended. */
final class ProcedureObjects implements EntityObjects {
    private final long versionThen;
    private final ExpiryClock clock;
    private final Evaluation.Generations generations;
    private final long changesMax;
    private Overlay state;

    /** Bytes of the changes in the overlays below {@link #state} that are the procedure's too. */
    private long bytesBelow;

    private @Nullable RuntimeException fault;

    /**
     * @param state takes up what the procedure does
     * @param versionThen that it has if anything changes
     * @param changesMax most bytes of all changes
     */
    ProcedureObjects(
            Overlay state,
            long versionThen,
            ExpiryClock clock,
            Evaluation.Generations generations,
            long changesMax) {
        this.state = state;
        this.versionThen = versionThen;
        this.clock = clock;
        this.generations = generations;
        this.changesMax = changesMax;
    }

    @Override
    public long version() {
        return noted(() -> EntryBuilder.versionIn(state));
    }

    @Override
    public long nowMillis() {
        return clock.nowMillis();
    }

    @Override
    public long wallMillis() {
        return clock.latestMillis();
    }

    @Override
    public Result execute(Operation operation) {
        return noted(() -> {
            Result result =
                    Operations.execute(
                            operation, new Evaluation(state, generations, versionThen, clock));
            ChangesLimit.check(bytesBelow + state.bytes(), changesMax);
            return result;
        });
    }

    @Override
    public boolean endExpired(String object) {
        return noted(
                () -> new Evaluation(state, generations, versionThen, clock).endExpired(object));
    }

    @Override
    public void together(Runnable part) {
        Overlay outer = state;
        long belowBefore = bytesBelow;
        bytesBelow += outer.bytes();
        state = new Overlay(outer);
        try {
            part.run();
            noted(() -> {
                state.copyTo(outer);
                return outer;
            });
        } finally {
            state = outer;
            bytesBelow = belowBefore;
        }
    }

    @Override
    public void work(long steps) {
        noted(() -> {
            state.meter().charge(steps);
            return steps;
        });
    }

    /** Does something of the engine's: an exception but for a failure is a fault, and kept. */
    private <T> T noted(Supplier<T> task) {
        try {
            return task.get();
        } catch (OperationFailedException e) {
            throw e;
        } catch (RuntimeException e) {
            fault = e;
            throw e;
        }
    }

    /** Lets a fault of the store go on, whatever the procedure made of it. */
    void raiseFault() {
        if (fault != null) {
            throw fault;
        }
    }
}
