package io.paxosstore.node.history;

import io.paxosstore.protocol.model.HistoryPosition;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** The history of changes as a node's shards see it. Does not block. Thread-safe. */
public interface ChangeHistory {
    /** A node without one. */
    ChangeHistory NONE =
            new ChangeHistory() {
                @Override
                public void keep(int shard, ByteBuffer from, int at, int length) {}

                @Override
                public void find(ChangeQuestion question, Consumer<ChangesFound> answer) {
                    answer.accept(ChangesFound.NONE);
                }

                @Override
                public Following follow(
                        ChangeRange range,
                        HistoryPosition from,
                        int windowBytes,
                        ChangeFollower follower) {
                    follower.lost();
                    return Following.NONE;
                }
            };

    /** Keeps a change of a shard's entity, if there is time, see {@link ChangeFormat}. */
    void keep(int shard, ByteBuffer from, int at, int length);

    /**
     * Looks for changes of an entity.
     *
     * @param answer called once, on any thread, perhaps at once
     */
    void find(ChangeQuestion question, Consumer<ChangesFound> answer);

    /**
     * Tells of the changes of a range, from a position on or from now.
     *
     * @param windowBytes most bytes that are told and not confirmed, but for the last change
     * @param follower called on any thread, perhaps at once
     */
    Following follow(
            ChangeRange range, HistoryPosition from, int windowBytes, ChangeFollower follower);

    /** Somebody who follows. Does not block. Thread-safe. */
    interface Following {
        /** Nobody. */
        Following NONE =
                new Following() {
                    @Override
                    public void confirm(int bytes) {}

                    @Override
                    public void end() {}
                };

        /** So much was taken of what was told, see {@link ChangeTail#bytes}. */
        void confirm(int bytes);

        /** No more is wanted; something may still be told. */
        void end();
    }
}
