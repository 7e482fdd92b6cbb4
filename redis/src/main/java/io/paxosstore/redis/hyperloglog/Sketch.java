package io.paxosstore.redis.hyperloglog;

import io.paxosstore.redis.data.Keyspace;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A HyperLogLog while a command works on it, of the string that a key holds. It is the string that
 * Redis has, so that one can be brought from there and back:
 *
 * <pre>
 *  "HYLL" | u8 encoding: 0 dense, 1 sparse | 3 bytes that mean nothing
 *         | u64 cardinality, little endian | registers
 * </pre>
 *
 * <p>The highest bit of the cardinality says that it is out of date: whoever changes a register
 * sets it. Redis writes the cardinality when it has counted; here who counts does not write. Not
 * thread-safe.
 */
final class Sketch {
    private static final byte[] MAGIC = "HYLL".getBytes(StandardCharsets.US_ASCII);
    private static final int ENCODING_AT = MAGIC.length;
    private static final int CARDINALITY_AT = 8;
    private static final int HEAD_BYTES = CARDINALITY_AT + Long.BYTES;
    private static final int STALE = 0x80;
    private static final byte DENSE = 0;
    private static final byte SPARSE = 1;

    /** What Redis sets {@code hll-sparse-max-bytes} to, unless told otherwise: of the string. */
    private static final int SPARSE_BYTES_MAX = 3000;

    /** So many bytes of registers are gone through in one step of work. */
    private static final int BYTES_PER_STEP = 32;

    private final byte[] head;
    private Registers registers;

    private Sketch(byte[] head, Registers registers) {
        this.head = head;
        this.registers = registers;
    }

    /** One without elements. */
    static Sketch empty() {
        byte[] head = Arrays.copyOf(MAGIC, HEAD_BYTES);
        head[ENCODING_AT] = SPARSE;
        return new Sketch(head, SparseRegisters.empty());
    }

    /**
     * The one that a key holds; null if there is no such key. That it is read, and gone through
     * once, is charged.
     *
     * @throws io.paxosstore.redis.resp.RedisError if the key holds something else
     */
    static @Nullable Sketch find(Keyspace keys, byte[] key) {
        byte[] value = keys.string(key).value();
        if (value == null) {
            return null;
        }
        keys.charge(value.length);
        keys.work(value.length / BYTES_PER_STEP);
        return of(value);
    }

    /**
     * The one that a string is. Whether its registers are complete is not looked at.
     *
     * @throws io.paxosstore.redis.resp.RedisError if it is none
     */
    static Sketch of(byte[] value) {
        if (value.length < HEAD_BYTES
                || !Arrays.equals(value, 0, ENCODING_AT, MAGIC, 0, ENCODING_AT)) {
            throw SketchErrors.noSketch();
        }
        byte[] head = Arrays.copyOf(value, HEAD_BYTES);
        byte[] rest = Arrays.copyOfRange(value, HEAD_BYTES, value.length);
        return switch (head[ENCODING_AT]) {
            case SPARSE -> new Sketch(head, new SparseRegisters(rest));
            case DENSE -> {
                if (rest.length != DenseRegisters.BYTES) {
                    throw SketchErrors.noSketch();
                }
                yield new Sketch(head, new DenseRegisters(rest));
            }
            default -> throw SketchErrors.noSketch();
        };
    }

    boolean isDense() {
        return registers instanceof DenseRegisters;
    }

    /** Whether the cardinality that it says was counted before its registers changed last. */
    boolean isStale() {
        return (head[HEAD_BYTES - 1] & STALE) != 0;
    }

    /** The cardinality that it says. */
    long cardinality() {
        long cardinality = 0;
        for (int at = HEAD_BYTES - 1; at >= CARDINALITY_AT; at--) {
            cardinality = (cardinality << Byte.SIZE) | (head[at] & 0xff);
        }
        return cardinality;
    }

    /**
     * Raises ranks to those of its registers.
     *
     * @throws io.paxosstore.redis.resp.RedisError if the registers are not complete
     */
    void joinTo(Ranks ranks) {
        registers.joinTo(ranks);
    }

    /** How much work {@link #raise} is, see {@link Keyspace#work}. */
    long raiseSteps() {
        return isDense() ? 1 : 1 + registers.bytes().length / BYTES_PER_STEP;
    }

    /**
     * Gives a register a rank, unless it has that or a greater one.
     *
     * @param rank 1 to 63
     * @return whether it was raised
     * @throws io.paxosstore.redis.resp.RedisError if that takes registers that are complete, and
     *     they are not
     */
    boolean raise(int register, int rank) {
        return switch (registers) {
            case DenseRegisters dense -> dense.raise(register, rank);
            case SparseRegisters sparse ->
                    switch (sparse.raise(register, rank, SPARSE_BYTES_MAX - HEAD_BYTES)) {
                        case KEPT -> false;
                        case RAISED -> true;
                        case NEEDS_DENSE -> dense().raise(register, rank);
                    };
        };
    }

    /**
     * Makes its registers dense.
     *
     * @throws io.paxosstore.redis.resp.RedisError if they are not complete
     */
    DenseRegisters dense() {
        if (registers instanceof DenseRegisters dense) {
            return dense;
        }
        Ranks ranks = new Ranks();
        registers.joinTo(ranks);
        DenseRegisters dense = DenseRegisters.of(ranks);
        head[ENCODING_AT] = DENSE;
        registers = dense;
        return dense;
    }

    /** The string of it, with a cardinality that is out of date. */
    byte[] stale() {
        byte[] value = Arrays.copyOf(head, HEAD_BYTES + registers.bytes().length);
        value[HEAD_BYTES - 1] |= (byte) STALE;
        System.arraycopy(registers.bytes(), 0, value, HEAD_BYTES, registers.bytes().length);
        return value;
    }
}
