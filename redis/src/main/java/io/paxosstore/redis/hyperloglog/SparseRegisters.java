package io.paxosstore.redis.hyperloglog;

import io.paxosstore.protocol.bytes.ByteWriter;

import java.util.Arrays;

/**
 * Registers as runs of neighbours that have the same rank, see {@link Run}. Nothing says where the
 * run of a register is, so it is looked for from the first one on.
 *
 * <p>A client may have written any bytes, and only {@link #joinTo} looks at all of them: as in
 * Redis a register can be raised if the runs reach it, whatever comes behind. Which runs stand for
 * the same registers depends on how they have come about; these are those of Redis.
 */
final class SparseRegisters implements Registers {
    /** Most bytes of what is put in place of a run: XZERO, VAL and XZERO. */
    private static final int PARTS_BYTES_MAX = 5;

    /** Four pairs of neighbours are new where a run became three; Redis looks at one more. */
    private static final int JOINS_TRIED = 5;

    private byte[] runs;

    /** What became of a register that was to be raised. */
    enum Raise {
        /** It had the rank, or a greater one. */
        KEPT,
        /** It has the rank now. */
        RAISED,
        /** It would have to be raised, which takes dense registers. */
        NEEDS_DENSE
    }

    SparseRegisters(byte[] runs) {
        this.runs = runs;
    }

    /** Registers without elements. */
    static SparseRegisters empty() {
        ByteWriter out = new ByteWriter(2);
        Run.put(out, 0, COUNT);
        return new SparseRegisters(out.toBytes());
    }

    /**
     * Gives a register a rank, unless it has that or a greater one.
     *
     * @param rank 1 to 63
     * @param bytesMax the runs grow only up to so many
     * @throws io.paxosstore.redis.resp.RedisError if the runs do not reach the register
     */
    Raise raise(int register, int rank, int bytesMax) {
        if (rank > Run.RANK_MAX) {
            return Raise.NEEDS_DENSE;
        }
        int previous = 0;
        int at = 0;
        int first = 0;
        while (at < runs.length && first + Run.registers(runs, at) <= register) {
            previous = at;
            first += Run.registers(runs, at);
            at += Run.bytes(runs, at);
        }
        if (at >= runs.length) {
            throw SketchErrors.corrupted();
        }
        int before = Run.rank(runs, at);
        if (before >= rank) {
            return Raise.KEPT;
        }
        ByteWriter parts = new ByteWriter(PARTS_BYTES_MAX);
        Run.put(parts, before, register - first);
        Run.put(parts, rank, 1);
        Run.put(parts, before, first + Run.registers(runs, at) - register - 1);
        int growth = parts.size() - Run.bytes(runs, at);
        if (growth > 0 && runs.length + growth > bytesMax) {
            return Raise.NEEDS_DENSE;
        }
        replace(at, Run.bytes(runs, at), parts);
        joinNeighbours(previous);
        return Raise.RAISED;
    }

    /**
     * Puts others in place of some bytes. Of a last run whose second byte is missing that one is
     * replaced too, so the last one of the others is lost, as in Redis.
     */
    private void replace(int at, int count, ByteWriter others) {
        byte[] replaced = Arrays.copyOf(runs, runs.length + others.size() - count);
        int copied = Math.min(others.size(), replaced.length - at);
        System.arraycopy(others.array(), 0, replaced, at, copied);
        int behind = Math.max(0, runs.length - at - count);
        System.arraycopy(runs, runs.length - behind, replaced, at + copied, behind);
        runs = replaced;
    }

    /** Makes one run of two where one can have the registers of both. */
    private void joinNeighbours(int from) {
        int at = from;
        for (int tried = 0; tried < JOINS_TRIED && at < runs.length; tried++) {
            if (canJoin(at)) {
                int registers = Run.registers(runs, at) + Run.registers(runs, at + 1);
                ByteWriter joined = new ByteWriter(1);
                Run.put(joined, Run.rank(runs, at), registers);
                replace(at, 2, joined);
            } else {
                at += Run.bytes(runs, at);
            }
        }
    }

    /** Runs with a rank have one byte; those without are never joined. */
    private boolean canJoin(int at) {
        int next = at + 1;
        int rank = Run.rank(runs, at);
        return rank > 0
                && next < runs.length
                && Run.rank(runs, next) == rank
                && Run.registers(runs, at) + Run.registers(runs, next) <= Run.RANKED_MAX;
    }

    @Override
    public void joinTo(Ranks ranks) {
        int register = 0;
        for (int at = 0; at < runs.length; at += Run.bytes(runs, at)) {
            int end = register + Run.registers(runs, at);
            if (end > COUNT) {
                throw SketchErrors.corrupted();
            }
            int rank = Run.rank(runs, at);
            while (rank > 0 && register < end) {
                ranks.raise(register, rank);
                register++;
            }
            register = end;
        }
        if (register < COUNT) {
            throw SketchErrors.corrupted();
        }
    }

    @Override
    public byte[] bytes() {
        return runs;
    }
}
