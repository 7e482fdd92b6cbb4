package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeBatches;
import io.paxosstore.node.history.ShardChanges;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes that wait in a mapped file: when the process is killed, they are still there. There are
 * two halves: one is filled while what is in the other goes to the history.
 *
 * <pre>
 *  state: dropped: u32, 0: nothing was | two times: length: u32 | number: u64
 * </pre>
 *
 * <p>A length is written after the bytes that it is of, and becomes 0 when these are in the
 * history. The half with the greater number was filled later. Thread-safe as {@link ShardChanges}
 * says.
 */
final class MappedBuffer implements ShardChanges {
    private static final int HALF_STATE_BYTES = Integer.BYTES + Long.BYTES;

    /** How much {@code state} takes. */
    static final int STATE_BYTES = Integer.BYTES + 2 * HALF_STATE_BYTES;

    private static final int NONE = -1;

    private final ByteBuffer state;
    private final List<ByteBuffer> halves;
    private int filling;
    private int length;
    private long number = 1;
    private int taken = NONE;
    private long dropped;

    /**
     * An empty one.
     *
     * @param state of zeros
     */
    MappedBuffer(ByteBuffer state, ByteBuffer one, ByteBuffer other) {
        this.state = state;
        this.halves = List.of(one, other);
        state.putLong(numberAt(filling), number);
    }

    private static int lengthAt(int half) {
        return Integer.BYTES + half * HALF_STATE_BYTES;
    }

    private static int numberAt(int half) {
        return lengthAt(half) + Integer.BYTES;
    }

    /**
     * What a killed process has left.
     *
     * @return batches in memory, the oldest first; null if something was dropped, or is not what it
     *     should be
     */
    static @Nullable List<ByteBuffer> left(ByteBuffer state, ByteBuffer one, ByteBuffer other) {
        boolean isOneOlder = state.getLong(numberAt(0)) < state.getLong(numberAt(1));
        List<ByteBuffer> batches = new ArrayList<>();
        for (int half : isOneOlder ? new int[] {0, 1} : new int[] {1, 0}) {
            int length = state.getInt(lengthAt(half));
            ByteBuffer bytes = half == 0 ? one : other;
            if (length < 0 || length > bytes.capacity()) {
                return null;
            }
            if (length > 0) {
                ByteBuffer batch = ByteBuffer.allocate(length).put(0, bytes, 0, length);
                if (!isWhole(batch)) {
                    return null;
                }
                batches.add(batch);
            }
        }
        return state.getInt(0) == 0 ? batches : null;
    }

    private static boolean isWhole(ByteBuffer batch) {
        long at = 0;
        while (batch.limit() - at > ChangeBatches.LENGTH_BYTES) {
            int length = batch.getInt((int) at);
            if (length < 0) {
                return false;
            }
            at += ChangeBatches.LENGTH_BYTES + (long) length;
        }
        return at == batch.limit();
    }

    @Override
    public synchronized void add(ByteBuffer from, int at, int bytes) {
        ByteBuffer half = halves.get(filling);
        if (bytes > half.capacity() - length - ChangeBatches.LENGTH_BYTES) {
            dropped++;
            state.putInt(0, 1);
            return;
        }
        half.putInt(length, bytes);
        half.put(length + ChangeBatches.LENGTH_BYTES, from, at, bytes);
        length += ChangeBatches.LENGTH_BYTES + bytes;
        VarHandle.releaseFence();
        state.putInt(lengthAt(filling), length);
    }

    @Override
    public @Nullable ByteBuffer take(ByteBuffer spare) {
        int bytes;
        synchronized (this) {
            if (length == 0) {
                return null;
            } else if (taken != NONE) {
                throw new IllegalStateException("what was taken before is not kept yet");
            }
            bytes = length;
            taken = filling;
            filling = 1 - filling;
            length = 0;
            number++;
            state.putLong(numberAt(filling), number);
        }
        ByteBuffer batch = spare.capacity() < bytes ? ByteBuffer.allocate(bytes) : spare.clear();
        return batch.put(0, halves.get(taken), 0, bytes).limit(bytes);
    }

    @Override
    public synchronized void kept() {
        if (taken != NONE) {
            state.putInt(lengthAt(taken), 0);
            taken = NONE;
        }
    }

    /**
     * What was dropped is known: the history has begun anew since.
     *
     * @param known how much; the rest has been dropped later
     */
    synchronized void forgetDropped(long known) {
        if (dropped == known) {
            state.putInt(0, 0);
        }
    }

    @Override
    public synchronized boolean isEmpty() {
        return length == 0;
    }

    @Override
    public synchronized long dropped() {
        return dropped;
    }
}
