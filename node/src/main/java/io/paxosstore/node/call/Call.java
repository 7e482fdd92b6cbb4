package io.paxosstore.node.call;

import io.paxosstore.core.RequestId;
import io.paxosstore.node.host.Operation;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

/** What may be asked of an entity. Immutable. */
public sealed interface Call {
    /** The entity. */
    EntityKey key();

    /** When the call ends at the latest, on the monotonic clock of the node. */
    long deadlineNanos();

    /** The kind of space that it can be asked of. */
    SpaceKind kind();

    /** What an outcome of it is an outcome of. */
    Operation operation();

    /** About how many bytes of content it brings. */
    int contentBytes();

    /**
     * Reads an entity.
     *
     * @param mode how fresh the answer must be (Rule R5)
     * @param query what is asked of an entity's data, which is the answer; null for a key, whose
     *     state is the answer
     */
    record Read(EntityKey key, ReadMode mode, @Nullable Command query, long deadlineNanos)
            implements Call {
        @Override
        public SpaceKind kind() {
            return query == null ? SpaceKind.KEY_VALUE : SpaceKind.ENTITY;
        }

        @Override
        public Operation operation() {
            return Operation.READ;
        }

        @Override
        public int contentBytes() {
            return query == null ? 0 : query.contentBytes();
        }
    }

    /**
     * Changes an entity.
     *
     * @param id names the write, whoever repeats it (Rule E3)
     * @param settledFloor the stamp up to which its client repeats nothing (Rule E2)
     */
    record Write(
            EntityKey key, RequestId id, long settledFloor, Command command, long deadlineNanos)
            implements Call {
        @Override
        public SpaceKind kind() {
            return command instanceof KvOperation ? SpaceKind.KEY_VALUE : SpaceKind.ENTITY;
        }

        @Override
        public Operation operation() {
            return Operation.WRITE;
        }

        @Override
        public int contentBytes() {
            return command.contentBytes();
        }
    }

    /**
     * Brings this node's replica of an entity up to date (Rules C3, A2).
     *
     * @param from a node that knows {@code version} to be chosen; 0 for none
     */
    record Recover(EntityKey key, int from, long version, long deadlineNanos) implements Call {
        @Override
        public SpaceKind kind() {
            return SpaceKind.of(key.space());
        }

        @Override
        public Operation operation() {
            return Operation.RECOVER;
        }

        @Override
        public int contentBytes() {
            return 0;
        }
    }
}
