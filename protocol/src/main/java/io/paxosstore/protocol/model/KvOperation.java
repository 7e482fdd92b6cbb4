package io.paxosstore.protocol.model;

/**
 * The writes of the key-value model. Arrays are not copied and must not be changed afterwards.
 *
 * <p>A time to live is in milliseconds from the moment the write is recorded; 0 means the value
 * does not expire. An expired value counts as absent. Versions are entry ids; 0 means absent.
 */
public sealed interface KvOperation extends Command {
    /** How long the longest value is that it carries, in bytes; 0 without one. */
    default int valueBytes() {
        return 0;
    }

    /** Writes the value. Answer: OK. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to or from the network
    record Put(byte[] value, long ttlMillis) implements KvOperation {
        @Override
        public int valueBytes() {
            return value.length;
        }

        @Override
        public int contentBytes() {
            return value.length;
        }
    }

    /** Writes the value if the key is absent. Answer: OK or CONFLICT. */
    @SuppressWarnings("ArrayRecordComponent")
    record PutIfAbsent(byte[] value, long ttlMillis) implements KvOperation {
        @Override
        public int valueBytes() {
            return value.length;
        }

        @Override
        public int contentBytes() {
            return value.length;
        }
    }

    /** Writes the value if the present one equals. Answer: OK, CONFLICT or NOT_FOUND. */
    @SuppressWarnings("ArrayRecordComponent")
    record CompareAndSet(byte[] expected, byte[] value, long ttlMillis) implements KvOperation {
        @Override
        public int valueBytes() {
            return Math.max(expected.length, value.length);
        }

        @Override
        public int contentBytes() {
            return expected.length + value.length;
        }
    }

    /**
     * Writes the value if the key's version equals; version 0 means absent. Answer: OK, CONFLICT or
     * NOT_FOUND.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record CompareVersionAndSet(long expectedVersion, byte[] value, long ttlMillis)
            implements KvOperation {
        @Override
        public int valueBytes() {
            return value.length;
        }

        @Override
        public int contentBytes() {
            return value.length;
        }
    }

    /**
     * Like {@link CompareVersionAndSet}, with the very moment at which the value expires, whoever
     * records the write and whenever: so a value is replaced and keeps its expiry. If that moment
     * has passed when the write is recorded, nothing is left of the value.
     *
     * @param expiresAtMillis milliseconds since 1970; 0 for never
     */
    @SuppressWarnings("ArrayRecordComponent")
    record CompareVersionAndSetUntil(long expectedVersion, byte[] value, long expiresAtMillis)
            implements KvOperation {
        @Override
        public int valueBytes() {
            return value.length;
        }

        @Override
        public int contentBytes() {
            return value.length;
        }
    }

    /** Removes the key. Answer: OK or NOT_FOUND. */
    record Delete() implements KvOperation {
        @Override
        public boolean onlyRemoves() {
            return true;
        }
    }

    /** Removes the key if its version equals. Answer: OK, CONFLICT or NOT_FOUND. */
    record CompareVersionAndDelete(long expectedVersion) implements KvOperation {
        @Override
        public boolean onlyRemoves() {
            return true;
        }
    }

    /**
     * Adds to a decimal number (ASCII, 64 bits, signed, without a plus or zeros before it); an
     * absent key counts as 0. Answer: OK with the new number, NOT_A_NUMBER or NUMBER_OVERFLOW.
     *
     * @param ttlMillis for a key this creates, and for a present one if not 0; else its expiry
     *     stays
     */
    record Increment(long delta, long ttlMillis) implements KvOperation {}
}
