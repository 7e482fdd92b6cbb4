package io.paxosstore.redis.hyperloglog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.hyperloglog.SparseRegisters.Raise;

import org.junit.jupiter.api.Test;

import java.util.HexFormat;
import java.util.Random;

/** The bytes of registers, sparse and dense; and both against an array of numbers. */
class RegistersTest {
    private static final int BYTES_MAX = 100_000;

    private static String after(SparseRegisters sparse, int register, int rank) {
        assertEquals(Raise.RAISED, sparse.raise(register, rank, BYTES_MAX));
        return HexFormat.of().formatHex(sparse.bytes());
    }

    @Test
    void runsWithoutElements() {
        assertEquals("7fff", HexFormat.of().formatHex(SparseRegisters.empty().bytes()));
        assertEquals("807ffe", after(SparseRegisters.empty(), 0, 1));
        assertEquals("7ffefc", after(SparseRegisters.empty(), 16_383, 32));
        assertEquals("09887ff4", after(SparseRegisters.empty(), 10, 3));
        assertEquals("3f807fbe", after(SparseRegisters.empty(), 64, 1));
        assertEquals("4040807fbd", after(SparseRegisters.empty(), 65, 1));
        assertEquals("7fbe803f", after(SparseRegisters.empty(), 16_319, 1));
    }

    @Test
    void runsWithARankAreJoinedAndParted() {
        SparseRegisters sparse = SparseRegisters.empty();
        assertEquals("807ffe", after(sparse, 0, 1));
        assertEquals("817ffd", after(sparse, 1, 1));
        assertEquals("8100807ffb", after(sparse, 3, 1));
        assertEquals("837ffb", after(sparse, 2, 1));
        assertEquals("83807ffa", after(sparse, 4, 1));
        assertEquals("8084827ffa", after(sparse, 1, 2));
        assertEquals(Raise.KEPT, sparse.raise(1, 2, BYTES_MAX));
        assertEquals("8085817ffa", after(sparse, 2, 2));
        assertEquals("86817ffa", after(sparse, 0, 2));
    }

    @Test
    void sparseRegistersGrowOnlySoFar() {
        SparseRegisters sparse = SparseRegisters.empty();
        assertEquals(Raise.NEEDS_DENSE, sparse.raise(10, 1, 3));
        assertEquals(Raise.RAISED, sparse.raise(10, 1, 4));
        assertEquals(Raise.RAISED, sparse.raise(10, 2, 4));
        assertEquals(Raise.NEEDS_DENSE, sparse.raise(10, 33, BYTES_MAX));
    }

    @Test
    void sixBitsFromTheLowestUp() {
        DenseRegisters dense = new DenseRegisters(new byte[DenseRegisters.BYTES]);
        assertTrue(dense.raise(0, 1));
        assertTrue(dense.raise(1, 0b111011));
        assertTrue(dense.raise(2, 2));
        assertTrue(dense.raise(3, 51));
        assertTrue(dense.raise(16_383, 63));
        byte[] bytes = dense.bytes();
        assertEquals("c12ecc", HexFormat.of().formatHex(bytes, 0, 3));
        assertEquals("0000fc", HexFormat.of().formatHex(bytes, bytes.length - 3, bytes.length));
    }

    /** Any window of registers, so that runs meet. */
    @Test
    void registersAreWhatAnArrayWouldBe() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            SparseRegisters sparse = SparseRegisters.empty();
            DenseRegisters dense = new DenseRegisters(new byte[DenseRegisters.BYTES]);
            int[] naive = new int[Registers.COUNT];
            int width = 1 << random.nextInt(15);
            int from = random.nextInt(Registers.COUNT - width + 1);
            int ranks = 1 + random.nextInt(Run.RANK_MAX);
            for (int i = 0; i < 500; i++) {
                int register = from + random.nextInt(width);
                int rank = 1 + random.nextInt(ranks);
                boolean isRaised = naive[register] < rank;
                naive[register] = Math.max(naive[register], rank);
                assertEquals(
                        isRaised ? Raise.RAISED : Raise.KEPT,
                        sparse.raise(register, rank, BYTES_MAX));
                assertEquals(isRaised, dense.raise(register, rank));
            }
            check(naive, sparse);
            check(naive, dense);
            Ranks ranksOfSparse = new Ranks();
            sparse.joinTo(ranksOfSparse);
            check(naive, DenseRegisters.of(ranksOfSparse));
        }
    }

    private static void check(int[] naive, Registers registers) {
        Ranks ranks = new Ranks();
        registers.joinTo(ranks);
        for (int register = 0; register < naive.length; register++) {
            assertEquals(naive[register], ranks.of(register));
        }
    }
}
