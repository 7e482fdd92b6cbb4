package io.paxosstore.lsm.model;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Page;

import org.jspecify.annotations.Nullable;

/** One MultiOp while it is evaluated: its own changes, its clock, its budget. */
final class Evaluation {
    private final Overlay state;
    private final Generations generations;
    private final long version;
    private final ExpiryClock clock;
    private long resultBytes;
    private int resultElements;

    /** Gives numbers to objects that come into being. */
    interface Generations {
        long next();
    }

    Evaluation(Overlay state, Generations generations, long version, ExpiryClock clock) {
        this.state = state;
        this.generations = generations;
        this.version = version;
        this.clock = clock;
    }

    Overlay state() {
        return state;
    }

    /** The version the entity has when this MultiOp changes something. */
    long version() {
        return version;
    }

    /** The entry that is being made. */
    long entry() {
        return EntityVersion.entryOf(version);
    }

    long nowMillis() {
        return clock.nowMillis();
    }

    /** What has expired. */
    ExpiryClock clock() {
        return clock;
    }

    /** An object; null if it is absent or expired. */
    @Nullable ObjectHeader find(String name) {
        ObjectHeader header = stored(name);
        return header == null || clock.isPast(header.deadlineMillis()) ? null : header;
    }

    private @Nullable ObjectHeader stored(String name) {
        byte[] bytes = state.get(KeyLayout.header(name));
        return bytes == null ? null : ObjectHeader.decode(bytes);
    }

    static OperationFailedException wrongType(String name, ObjectType wanted, ObjectHeader header) {
        return new OperationFailedException(new Failure.WrongType(name, wanted, header.type()));
    }

    /** The number of an object that comes into being; clears away an expired one of its name. */
    long create(String name) {
        clear(name);
        return generations.next();
    }

    /** Removes the object of a name, if there is one, expired or not. */
    void clear(String name) {
        ObjectHeader header = stored(name);
        if (header != null) {
            remove(name, header);
        }
    }

    /** Removes the object of a name if it has expired; whether there was one. */
    boolean endExpired(String name) {
        ObjectHeader header = stored(name);
        boolean isExpired = header != null && clock.isPast(header.deadlineMillis());
        if (header != null && isExpired) {
            remove(name, header);
        }
        return isExpired;
    }

    /** Removes an object with all its elements. */
    void remove(String name, ObjectHeader header) {
        state.delete(KeyLayout.header(name));
        if (header.type() != ObjectType.VALUE) {
            state.deleteRange(
                    KeyLayout.generation(header.generation()),
                    KeyLayout.generationEnd(header.generation()));
        }
        if (header.type() == ObjectType.TABLE) {
            KeyLayout.tableHeads(header.generation()).forEach(state::delete);
        }
        if (header.deadlineMillis() != Deadlines.NEVER) {
            state.delete(KeyLayout.expiry(header.deadlineMillis(), header.generation()));
        }
    }

    /**
     * Writes an object's header.
     *
     * @param before what was there; null if it is new
     */
    void put(String name, @Nullable ObjectHeader before, ObjectHeader header) {
        state.put(KeyLayout.header(name), ObjectHeader.encode(header));
        long deadline = header.deadlineMillis();
        long deadlineBefore = before == null ? Deadlines.NEVER : before.deadlineMillis();
        if (deadline == deadlineBefore) {
            return;
        }
        if (before != null && deadlineBefore != Deadlines.NEVER) {
            state.delete(KeyLayout.expiry(deadlineBefore, before.generation()));
        }
        if (deadline != Deadlines.NEVER) {
            state.put(KeyLayout.expiry(deadline, header.generation()), KeyLayout.utf8(name));
        }
    }

    /** Counts what is returned outside of pages. */
    void returns(long bytes) {
        returns(bytes, 1);
    }

    /** Like {@link #returns(long)}, of something that counts as so many elements. */
    void returns(long bytes, int parts) {
        resultBytes += bytes;
        resultElements += parts;
        if (resultBytes > ModelLimits.RESULT_BYTES_MAX) {
            throw new OperationFailedException(
                    new Failure.LimitExceeded(
                            "RESULT_BYTES_MAX", resultBytes, ModelLimits.RESULT_BYTES_MAX));
        }
        if (resultElements > ModelLimits.ELEMENTS_MAX) {
            throw new OperationFailedException(
                    new Failure.LimitExceeded(
                            "ELEMENTS_MAX", resultElements, ModelLimits.ELEMENTS_MAX));
        }
    }

    /** A page to fill. */
    Budget budget(Page page) {
        return new Budget(page);
    }

    /** What is left of a page, and of the room that all results of the MultiOp share. */
    final class Budget {
        private final Page page;
        private int elements;
        private long bytes;

        private Budget(Page page) {
            this.page = page;
        }

        /**
         * Whether one more element of so many bytes is to be returned; counts it then. The first
         * one always is: without it nobody could tell that there is anything.
         *
         * @throws OperationFailedException if it is the first, and the room is used up
         */
        boolean takes(long elementBytes) {
            return takes(elementBytes, 1);
        }

        /** Like {@link #takes(long)}, of an element that counts as so many in the whole result. */
        boolean takes(long elementBytes, int parts) {
            boolean fits =
                    elements < page.elements()
                            && bytes + elementBytes <= page.bytes()
                            && resultBytes + elementBytes <= ModelLimits.RESULT_BYTES_MAX
                            && resultElements + parts <= ModelLimits.ELEMENTS_MAX;
            if (elements > 0 && !fits) {
                return false;
            }
            returns(elementBytes, parts);
            elements++;
            bytes += elementBytes;
            return true;
        }
    }
}
