package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.StringWriter;

/** Who mistypes a command or an option is told which one may have been meant. */
final class MistakenCommandsTest {
    private final CommandRun command = new CommandRun();
    private final StringWriter err = command.err();

    private int run(String... arguments) {
        return command.run(arguments);
    }

    @Test
    void whatIsMistypedIsGuessed() {
        assertEquals(2, run("servr"));
        assertTrue(err.toString().contains("Did you mean: paxosstore server"), err.toString());
        for (String[] mistaken :
                new String[][] {
                    {"members", "lst", "members list"},
                    {"members", "lsit", "members list"},
                    {"topology", "sproad", "topology spread"},
                    {"stauts", "", "status"}
                }) {
            assertEquals(2, run(mistaken[0], mistaken[1]));
            String meant = "Did you mean: paxosstore " + mistaken[2] + "?";
            assertTrue(err.toString().contains(meant), err.toString());
        }
        assertEquals(3, run("store", "verfy", "nowhere"), "2 would say that records are lost");
        assertTrue(err.toString().contains("paxosstore store verify?"), err.toString());
        assertEquals(3, run("store"));
        assertEquals(3, run("store", "--nonsense"));
        assertEquals(2, run("server", "--print-confg"));
        assertTrue(err.toString().contains("Possible solutions: --print-config"), err.toString());
    }
}
