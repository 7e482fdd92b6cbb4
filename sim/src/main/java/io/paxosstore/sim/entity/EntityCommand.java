package io.paxosstore.sim.entity;

import io.paxosstore.protocol.model.Command;

import java.util.List;

/**
 * Changes of several objects of one entity, in one step: if all guards hold those of the one
 * branch, else those of the other. A later change sees what an earlier one did.
 */
public record EntityCommand(List<Guard> guards, List<Change> then, List<Change> otherwise)
        implements Command {
    /** A condition on the data before any change. */
    public sealed interface Guard {
        /** A number is at least this great. */
        record AtLeast(Cell cell, long value) implements Guard {}

        /** A number is this one. */
        record Is(Cell cell, long value) implements Guard {}

        /** The queue has at least so many elements. */
        record Holds(int elements) implements Guard {}
    }

    /** A change of one object, and what is answered for it. */
    public sealed interface Change {
        /** Adds to a number; answers the sum. */
        record Add(Cell cell, long delta) implements Change {}

        /** Sets a number; answers the one before. */
        record Set(Cell cell, long value) implements Change {}

        /** Sets {@link Cell#FLASH} for a while; answers the number before. */
        record Flash(long value, long ttlMillis) implements Change {}

        /** Appends an element to the queue; answers its sequence, which grows from 1. */
        record Append(long element) implements Change {}

        /** Takes the oldest element off the queue; answers it, or 0 when there is none. */
        record Take() implements Change {}

        /** Puts a row into the table, whatever is there; answers 1 if there was one, else 0. */
        record Upsert(long key, Row row) implements Change {}

        /** Puts a row into the table if there is none; answers 1 if so, else 0. */
        record Insert(long key, Row row) implements Change {}

        /** Sets a column of a row; answers its value before, or -1 if there is no such row. */
        record Update(long key, int column, long value) implements Change {}

        /** Deletes a row; answers 1 if there was one, else 0. */
        record Delete(long key) implements Change {}
    }

    /** A command without guards. */
    public static EntityCommand of(Change... changes) {
        return new EntityCommand(List.of(), List.of(changes), List.of());
    }

    /** The changes of one of the branches. */
    public List<Change> branch(boolean held) {
        return held ? then : otherwise;
    }
}
