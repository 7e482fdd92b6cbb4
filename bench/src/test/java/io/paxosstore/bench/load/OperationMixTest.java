package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationMixTest {
    @Test
    void readsSharesInAnyOrder() {
        assertEquals("write=50,read=50", OperationMix.parse("write=50,read=50").toString());
        assertEquals("write=20,read=80", OperationMix.parse("read=80, write=20").toString());
        assertEquals("write=100", OperationMix.parse("write=100,read=0").toString());
        assertEquals("read=100", OperationMix.parse("read=100").toString());
    }

    @Test
    void readsSharesOfEveryModel() {
        OperationMix mix = OperationMix.parse("queue-read=30,enqueue=70");
        assertTrue(mix.isOfEntities());
        assertFalse(OperationMix.parse("read=100").isOfEntities());
        for (OperationKind kind : OperationKind.values()) {
            OperationMix alone = OperationMix.parse(kind.label() + "=100");
            assertEquals(kind, alone.next(new RandomSource(1)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "write",
                "write=",
                "write=50",
                "scan=100",
                "write=-1,read=101",
                "write=50,enqueue=50"
            })
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
