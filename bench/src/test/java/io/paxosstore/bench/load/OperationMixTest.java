package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationMixTest {
    @Test
    void readsSharesInAnyOrder() {
        assertEquals(50, OperationMix.parse("write=50,read=50").writePercent());
        assertEquals(20, OperationMix.parse("read=80, write=20").writePercent());
        assertEquals(100, OperationMix.parse("write=100").writePercent());
        assertEquals(0, OperationMix.parse("read=100").writePercent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "write", "write=", "write=50", "scan=100", "write=-1,read=101"})
    void refusesWhatIsNoMixAndNamesIt(String text) {
        var refused = assertThrows(IllegalArgumentException.class, () -> OperationMix.parse(text));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("'" + text + "' is no mix"));
    }

    @Test
    void drawsInTheGivenShares() {
        OperationMix mix = OperationMix.parse("write=25,read=75");
        RandomSource random = new RandomSource(7);
        int writes = 0;
        for (int i = 0; i < 10_000; i++) {
            writes += mix.next(random) == OperationKind.WRITE ? 1 : 0;
        }
        assertEquals(2_500, writes, 200);
    }
}
