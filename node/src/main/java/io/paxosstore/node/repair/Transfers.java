package io.paxosstore.node.repair;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

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

    Transfer<H> begin(Id id, EntityKey key, H handle, long nowNanos) {
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
        endIf(transfer -> transfer.key().equals(key));
    }

    /** Gives up those of a space. */
    void end(int space) {
        endIf(transfer -> transfer.key().space() == space);
    }

    /** Gives up what has been silent for too long. */
    void tick(long nowNanos) {
        if (!underWay.isEmpty()) {
            endIf(transfer -> nowNanos - transfer.heardNanos > SILENCE_NANOS);
        }
    }

    /** Gives up all. */
    void close() {
        endIf(transfer -> true);
    }

    private void endIf(Predicate<Transfer<H>> which) {
        underWay.values()
                .removeIf(transfer -> {
                    boolean ends = which.test(transfer);
                    if (ends) {
                        closing.accept(transfer.handle());
                    }
                    return ends;
                });
    }
}
