package io.paxosstore.node.history;

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
            };

    /** Keeps a change of a shard's entity, if there is time, see {@link ChangeFormat}. */
    void keep(int shard, ByteBuffer from, int at, int length);

    /**
     * Looks for changes of an entity.
     *
     * @param answer called once, on any thread, perhaps at once
     */
    void find(ChangeQuestion question, Consumer<ChangesFound> answer);
}
