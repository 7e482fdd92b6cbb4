package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;

/**
 * The requests of a shard that wait for an outcome, by token. Slots are reused; a token carries its
 * slot's generation, so that a late outcome finds nothing. Not thread-safe.
 */
final class RequestTable {
    /** What {@link #add} returns when the table is full. */
    static final long FULL = -1;

    private static final int INITIAL_SLOTS = 1024;

    private final int slotsMax;
    private @Nullable Requester[] requesters = new Requester[INITIAL_SLOTS];
    private @Nullable EntityQuery[] queries = new EntityQuery[INITIAL_SLOTS];
    private Operation[] operations = new Operation[INITIAL_SLOTS];
    private @Nullable EntityKey[] keys = new EntityKey[INITIAL_SLOTS];
    private RequestModel[] models = new RequestModel[INITIAL_SLOTS];
    private long[] correlations = new long[INITIAL_SLOTS];
    private long[] startNanos = new long[INITIAL_SLOTS];
    private int[] answerBytes = new int[INITIAL_SLOTS];
    private int[] largeBytes = new int[INITIAL_SLOTS];
    private long[] beginNanos = new long[INITIAL_SLOTS];
    private boolean[] setAside = new boolean[INITIAL_SLOTS];
    private int[] generations = new int[INITIAL_SLOTS];
    private int[] free = new int[INITIAL_SLOTS];
    private int freeCount;
    private int slots;

    /**
     * @param slotsMax requests that may wait at once
     */
    RequestTable(int slotsMax) {
        this.slotsMax = slotsMax;
    }

    /** How many requests wait. */
    int size() {
        return slots - freeCount;
    }

    /** Takes a request and returns its token, or {@link #FULL}. */
    long add(
            Requester requester,
            long correlation,
            Operation operation,
            EntityKey key,
            RequestModel model,
            long nowNanos) {
        int slot;
        if (freeCount > 0) {
            slot = free[--freeCount];
        } else if (slots < slotsMax) {
            slot = slots++;
            if (slot == correlations.length) {
                grow();
            }
        } else {
            return FULL;
        }
        requesters[slot] = requester;
        operations[slot] = operation;
        keys[slot] = key;
        models[slot] = model;
        correlations[slot] = correlation;
        startNanos[slot] = nowNanos;
        return (long) generations[slot] << 32 | slot;
    }

    /** Keeps what a request asks of an entity's data. */
    void query(long token, @Nullable EntityQuery query) {
        queries[slotOf(token)] = query;
    }

    /** Keeps how much memory was taken for a request's answer. */
    void answerBytes(long token, int bytes) {
        answerBytesAt(slotOf(token), bytes);
    }

    void answerBytesAt(int slot, int bytes) {
        answerBytes[slot] = bytes;
    }

    int answerBytes(int slot) {
        return answerBytes[slot];
    }

    /** A large request is under way from now on. */
    void begun(int slot, int bytes, long nowNanos) {
        largeBytes[slot] = bytes;
        beginNanos[slot] = nowNanos;
    }

    /** How much a large request that is under way moves; 0 for any other. */
    int largeBytes(int slot) {
        return largeBytes[slot];
    }

    /** When a large request began. */
    long beginNanos(int slot) {
        return beginNanos[slot];
    }

    /** The time that a request takes is not to be taken for the loop's load: it was set aside. */
    void setAside(int slot) {
        setAside[slot] = true;
    }

    boolean isSetAside(int slot) {
        return setAside[slot];
    }

    @Nullable EntityQuery query(int slot) {
        return queries[slot];
    }

    /**
     * Sets the writes aside that wait for one of these entities, and visits them: requester and
     * correlation.
     */
    void setWritesAside(Set<EntityKey> entities, BiConsumer<Requester, Long> visitor) {
        setAside(
                slot -> {
                    EntityQuery query = queries[slot];
                    return query != null
                            && operations[slot] == Operation.WRITE
                            && entities.contains(query.key());
                },
                slots,
                visitor);
    }

    /** The same of all requests for one of these entities, at most so many. */
    void setAside(Set<EntityKey> entities, int max, BiConsumer<Requester, Long> visitor) {
        setAside(slot -> entities.contains(key(slot)), max, visitor);
    }

    private void setAside(IntPredicate which, int max, BiConsumer<Requester, Long> visitor) {
        int left = max;
        for (int slot = 0; slot < slots && left > 0; slot++) {
            Requester requester = requesters[slot];
            if (requester != null && which.test(slot)) {
                setAside[slot] = true;
                left--;
                visitor.accept(requester, correlations[slot]);
            }
        }
    }

    /** Shows the requester and the correlation of a request, unless it is gone. */
    void ifThere(long token, BiConsumer<Requester, Long> visitor) {
        int slot = slotOf(token);
        Requester requester = slot < 0 ? null : requesters[slot];
        if (requester != null) {
            visitor.accept(requester, correlations[slot]);
        }
    }

    /** The slot of a token; -1 when its request is gone. */
    int slotOf(long token) {
        int slot = (int) token;
        return slot < slots && generations[slot] == (int) (token >>> 32) && requesters[slot] != null
                ? slot
                : -1;
    }

    @Nullable Requester requester(int slot) {
        return requesters[slot];
    }

    Operation operation(int slot) {
        return operations[slot];
    }

    /** The entity or the key that a request is for that is still there. */
    EntityKey key(int slot) {
        return Objects.requireNonNull(keys[slot]);
    }

    RequestModel model(int slot) {
        return models[slot];
    }

    long correlation(int slot) {
        return correlations[slot];
    }

    long startNanos(int slot) {
        return startNanos[slot];
    }

    /** Gives a slot back. */
    void release(int slot) {
        requesters[slot] = null;
        keys[slot] = null;
        queries[slot] = null;
        answerBytes[slot] = 0;
        largeBytes[slot] = 0;
        setAside[slot] = false;
        generations[slot] = (generations[slot] + 1) & Integer.MAX_VALUE;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, free.length * 2);
        }
        free[freeCount++] = slot;
    }

    private void grow() {
        int length = correlations.length * 2;
        requesters = Arrays.copyOf(requesters, length);
        queries = Arrays.copyOf(queries, length);
        operations = Arrays.copyOf(operations, length);
        keys = Arrays.copyOf(keys, length);
        models = Arrays.copyOf(models, length);
        correlations = Arrays.copyOf(correlations, length);
        startNanos = Arrays.copyOf(startNanos, length);
        answerBytes = Arrays.copyOf(answerBytes, length);
        largeBytes = Arrays.copyOf(largeBytes, length);
        beginNanos = Arrays.copyOf(beginNanos, length);
        setAside = Arrays.copyOf(setAside, length);
        generations = Arrays.copyOf(generations, length);
    }
}
