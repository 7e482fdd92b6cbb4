package io.paxosstore.redis.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Objects;

class EventFlagsTest {
    /** As a redis-server of version 7.0.15 answers CONFIG GET after CONFIG SET. */
    @ParameterizedTest
    @CsvSource({
        "'',''",
        "KEA,AKE",
        "KElshzxeg$td,AKE",
        "Kg$lshzxet,g$lshzxetK",
        "AKEnm,AKEm",
        "nmE,nEm",
        "xE,xE",
        "zzE,zE",
        "Ex$g,g$xE",
    })
    void lettersAreToldInRedisOrder(String given, String told) {
        assertEquals(told, Objects.requireNonNull(EventFlags.of(given)).letters());
    }

    @ParameterizedTest
    @ValueSource(strings = {"KEQ", "k", "A ", "ä"})
    void otherLettersAreNone(String letters) {
        assertNull(EventFlags.of(letters));
    }

    @Test
    void allAreNotNewKeysAndMisses() {
        EventFlags flags = Objects.requireNonNull(EventFlags.of("AK"));
        assertTrue(flags.onKeys());
        assertFalse(flags.onEvents());
        for (EventClass one : EventClass.values()) {
            boolean isLeftOut = one == EventClass.NEW || one == EventClass.KEY_MISS;
            assertEquals(!isLeftOut, one.isIn(flags.classes()), one.name());
        }
    }
}
