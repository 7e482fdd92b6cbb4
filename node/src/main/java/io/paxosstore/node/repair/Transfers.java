package io.paxosstore.node.repair;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * The images that are under way in one direction, each page by page. Bounded; one of which nothing
 * is heard is given up. On the shard's loop only.
 *
 * @param <H> what pages are read from, or written to
 */
final class Transfers<H> {
    /** At the same time. */
    private static final int TRANSFERS_MAX = 16;

    /** An image of which nothing is heard for so long is given up. */
    private static final long SILENCE_NANOS = 5_000_000_000L;

    /** A page and the next one are no further from each other, unless something was lost. */
    private static final long HEARD_NANOS = 1_000_000_000L;

    /** The node at the other end, and the sender's name for the image. */
    record Id(int nodeId, long number) {}

    /** One image. */
    static final class Transfer<H> {
        private final EntityKey key;
        private final H handle;
        private int index;
        private long heardNanos;

        private Transfer(EntityKey key, H handle, long nowNanos) {
            this.key = key;
            this.handle = handle;
            this.heardNanos = nowNanos;
        }

        EntityKey key() {
            return key;
        }

        H handle() {
            return handle;
        }

        /** The page that is due next. */
        int index() {
            return index;
        }

        /** A page has gone, or come. */
        void nextPage(long nowNanos) {
            index++;
            heardNanos = nowNanos;
        }
    }

    private final Consumer<H> closing;
    private final Map<Id, Transfer<H>> underWay = new HashMap<>();

    /**
     * @param closing ends a handle
     */
    Transfers(Consumer<H> closing) {
        this.closing = closing;
    }

    boolean isFull() {
        return underWay.size() >= TRANSFERS_MAX;
    }

    /** Whether an image of an entity is under way to or from a node. */
    boolean isUnderWay(int nodeId, EntityKey key) {
        return underWay.entrySet().stream()
                .anyMatch(
                        one -> one.getKey().nodeId() == nodeId && one.getValue().key().equals(key));
    }

    /** The one of an entity from or to whatever node, or one of them; null for none. */
    @Nullable Id of(EntityKey key) {
        return underWay.entrySet().stream()
                .filter(one -> one.getValue().key().equals(key))
                .map(Map.Entry::getKey)
                .findAny()
                .orElse(null);
    }

    /** Whether something was heard of one just now: who has others to ask does not wait longer. */
    boolean isHeard(Id id, long nowNanos) {
        Transfer<H> transfer = underWay.get(id);
        return transfer != null && nowNanos - transfer.heardNanos <= HEARD_NANOS;
    }

    private boolean isSilent(Transfer<H> transfer, long nowNanos) {
        return nowNanos - transfer.heardNanos > SILENCE_NANOS;
    }

    /** One that has the same name ends: whoever sends it has begun to count anew. */
    Transfer<H> begin(Id id, EntityKey key, H handle, long nowNanos) {
        end(id);
        Transfer<H> transfer = new Transfer<>(key, handle, nowNanos);
        underWay.put(id, transfer);
        return transfer;
    }

    @Nullable Transfer<H> get(Id id) {
        return underWay.get(id);
    }

    /** It is complete, or given up. */
    void end(Id id) {
        Transfer<H> gone = underWay.remove(id);
        if (gone != null) {
            closing.accept(gone.handle());
        }
    }

    /** Gives up those of an entity. */
    void end(EntityKey key) {
        endIf((_, transfer) -> transfer.key().equals(key));
    }

    /** Gives up those of a space. */
    void end(int space) {
        endIf((_, transfer) -> transfer.key().space() == space);
    }

    /** Gives up those from or to a node. */
    void endOf(int nodeId) {
        endIf((id, _) -> id.nodeId() == nodeId);
    }

    /** Gives up what has been silent for too long. */
    void tick(long nowNanos) {
        if (!underWay.isEmpty()) {
            endIf((_, transfer) -> isSilent(transfer, nowNanos));
        }
    }

    /** Gives up all. */
    void close() {
        endIf((_, _) -> true);
    }

    private void endIf(BiPredicate<Id, Transfer<H>> which) {
        underWay.entrySet()
                .removeIf(one -> {
                    boolean ends = which.test(one.getKey(), one.getValue());
                    if (ends) {
                        closing.accept(one.getValue().handle());
                    }
                    return ends;
                });
    }
}
