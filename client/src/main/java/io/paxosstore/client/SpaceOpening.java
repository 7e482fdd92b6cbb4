package io.paxosstore.client;

import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;

/**
 * Asks servers for a space by its name. The catalog is read linearizably, so that a space is found
 * as soon as its creation was answered; where no majority answers, or LOCAL reads are all that is
 * wanted, the copy of one node will do. What it says may be old: requests for a space that was
 * dropped are refused all the same, and numbers of spaces are never used again. Thread-safe.
 */
final class SpaceOpening {
    private final CallRunner runner;
    private final SpaceCache spaces;

    SpaceOpening(CallRunner runner, SpaceCache spaces) {
        this.runner = runner;
        this.spaces = spaces;
    }

    /**
     * The space of a name, whatever its kind.
     *
     * @throws NotDoneException if there is none, or nobody knows it
     */
    SpaceInfo open(String name, CallOptions options) {
        long halfNanos = Math.max(runner.budgetNanos(options) / 2, 1);
        if (options.readMode() == ReadMode.LOCAL) {
            try {
                return openLocal(name, halfNanos);
            } catch (NotDoneException e) {
                return openLinearizable(name, halfNanos); // it may be newer than the node's copy
            }
        }
        try {
            return openLinearizable(name, halfNanos);
        } catch (NotDoneException e) {
            return switch (e.reason()) {
                case UNAVAILABLE, DEADLINE, OVERLOADED -> openLocal(name, halfNanos, e);
                default -> throw e;
            };
        }
    }

    private SpaceInfo openLinearizable(String name, long budgetNanos) {
        long version = spaces.version();
        SpaceInfo space =
                runner.call(
                        PaxosStore.spaces(Operation.Spaces.Kind.OPEN, name),
                        budgetNanos,
                        Results::space);
        spaces.keep(space, version);
        return space;
    }

    private SpaceInfo openLocal(String name, long budgetNanos) {
        return runner.call(
                PaxosStore.spaces(Operation.Spaces.Kind.OPEN_LOCAL, name),
                budgetNanos,
                Results::space);
    }

    /**
     * @param why no majority has answered: what is told if no node knows the space
     */
    private SpaceInfo openLocal(String name, long budgetNanos, NotDoneException why) {
        try {
            return openLocal(name, budgetNanos);
        } catch (NotDoneException e) {
            throw why;
        }
    }
}
