package io.paxosstore.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Objects;

class ComparedLoadTest {
    @Test
    void aLoadIsClientsAndAMix() {
        ComparedLoad load = ComparedLoad.parse("64:write=50,read=50");
        assertEquals(64, load.clients());
        assertEquals(ComparedLoad.parse("64:write=50,read=50").toString(), load.toString());
        assertTrue(ComparedLoad.parse("1:read=100").toString().startsWith("1 client, "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "64",
                "x:read=100",
                "0:read=100",
                "-1:read=100",
                "1:enqueue=50,read=50",
                "1:1:1"
            })
    void whatIsNoneIsNamed(String text) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> ComparedLoad.parse(text));
        assertTrue(Objects.requireNonNull(refused.getMessage()).contains("\"" + text + "\""));
    }
}
