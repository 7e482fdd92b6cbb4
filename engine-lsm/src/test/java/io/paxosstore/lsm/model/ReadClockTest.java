package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

/**
 * Reads go by the clock of the newest entry, whatever the time is (Rule X1), and know whether that
 * makes a difference (Rule X2): over random states of each kind of object.
 */
class ReadClockTest {
    private static final int SEEDS = 40;
    private static final int ENTRIES = 60;
    private static final int READS = 20;

    private final MemoryState state = new MemoryState();
    private int due;
    private int different;

    private byte[] read(MultiOp multiOp, ExpiryClock clock) {
        return ModelCodec.encode(new EntryBuilder(state.copy(), clock).execute(multiOp));
    }

    private void compare(Operation operation, long wallMillis) {
        MultiOp multiOp = MultiOp.of(operation);
        ExpiryClock clock = ExpiryClock.ofRead(state.clockMillis(), wallMillis);
        byte[] told = read(multiOp, clock);
        byte[] atEntry = read(multiOp, ExpiryClock.ofEntry(state.clockMillis()));
        byte[] atWall =
                read(multiOp, ExpiryClock.ofEntry(Math.max(wallMillis, state.clockMillis())));
        assertArrayEquals(atEntry, told, () -> operation + " tells what no entry says");
        if (clock.dueMillis() == 0) {
            assertArrayEquals(atWall, told, () -> operation + " does not know what is due");
            return;
        }
        due++;
        different += Arrays.equals(atWall, told) ? 0 : 1;
        assertTrue(clock.dueMillis() > state.clockMillis() && clock.dueMillis() <= wallMillis);
    }

    @ParameterizedTest
    @EnumSource(ObjectType.class)
    void whatNoEntrySaysIsNotToldAndWhatIsDueIsKnown(ObjectType type) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            RandomOperations operations = new RandomOperations(random);
            for (int entries = 0; entries < ENTRIES; entries++) {
                long clock = Math.max(1_000_000, state.clockMillis()) + random.nextInt(40);
                EntryBuilder entry = new EntryBuilder(state, clock);
                for (int i = 1 + random.nextInt(5); i > 0; i--) {
                    entry.execute(MultiOp.of(operations.operation(type)));
                }
                state.apply(entry.changes(), entry.nowMillis());
                for (int i = 0; i < READS; i++) {
                    Operation operation = operations.operation(type);
                    if (!operation.isUpdate()) {
                        compare(operation, clock + random.nextInt(200) - 50);
                    }
                }
            }
        }
        int found = due;
        int told = different;
        assertTrue(told > 20, () -> "of " + found + " reads only " + told + " would differ");
    }
}
