package io.paxosstore.core.kv;

import io.paxosstore.core.Command;

/**
 * The writes of the key-value model. Arrays are not copied and must not be changed afterwards.
 *
 * <p>A time to live is in milliseconds from the entry's recorded clock; 0 means the value does not
 * expire. An expired value counts as absent.
 */
public sealed interface KvCommand extends Command {
    /** Writes the value. Result: {@code OK}. */
    @SuppressWarnings("ArrayRecordComponent")
    record Put(byte[] value, long ttlMillis) implements KvCommand {
        @Override
        public int contentBytes() {
            return value.length;
        }
    }

    /** Writes the value if the key is absent. Result: {@code OK} or {@code CONFLICT}. */
    @SuppressWarnings("ArrayRecordComponent")
    record PutIfAbsent(byte[] value, long ttlMillis) implements KvCommand {
        @Override
        public int contentBytes() {
            return value.length;
        }
    }

    /** Writes the value if the present one equals. Result: OK, CONFLICT or NOT_FOUND. */
    @SuppressWarnings("ArrayRecordComponent")
    record CompareAndSet(byte[] expected, byte[] value, long ttlMillis) implements KvCommand {
        @Override
        public int contentBytes() {
            return expected.length + value.length;
        }
    }

    /**
     * Writes the value if the key's version equals; version 0 means absent. Result: OK, CONFLICT or
     * NOT_FOUND.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record CompareVersionAndSet(long expectedVersion, byte[] value, long ttlMillis)
            implements KvCommand {
        @Override
        public int contentBytes() {
            return value.length;
        }
    }

    /** Removes the key. Result: OK or NOT_FOUND. */
    record Delete() implements KvCommand {
        @Override
        public boolean onlyRemoves() {
            return true;
        }
    }

    /** Removes the key if its version equals. Result: OK, CONFLICT or NOT_FOUND. */
    record CompareVersionAndDelete(long expectedVersion) implements KvCommand {
        @Override
        public boolean onlyRemoves() {
            return true;
        }
    }

    /**
     * Adds to a decimal number (ASCII, 64 bits, signed); an absent key counts as 0. Result: OK with
     * the new number, NOT_A_NUMBER or NUMBER_OVERFLOW.
     *
     * @param ttlMillis for a key this creates, and for a present one if not 0; else its expiry
     *     stays
     */
    record Increment(long delta, long ttlMillis) implements KvCommand {}
}
