package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Options that nobody reads are told. */
class JvmOptionsTest {
    private static final Map<String, String> SET = Map.of(JvmOptions.VARIABLE, "-Xmx8g");

    @Test
    void whatNothingReadsIsTold() {
        String told = JvmOptions.unread(null, SET);
        assertTrue(told.contains("/opt/paxosstore/conf/jvm.options"), told);
        assertEquals("", JvmOptions.unread("bin/paxosstore", SET));
        assertEquals("", JvmOptions.unread(null, Map.of()));
        assertEquals("", JvmOptions.unread(null, Map.of(JvmOptions.VARIABLE, " ")));
    }

    @Test
    void theScriptThatReadsThemSaysSo() throws IOException {
        String script = Files.readString(Path.of("../bin/paxosstore"));
        assertTrue(script.contains("-D" + JvmOptions.LAUNCHER + "=bin/paxosstore"));
        assertTrue(script.contains("${" + JvmOptions.VARIABLE + ":-}"));
    }
}
