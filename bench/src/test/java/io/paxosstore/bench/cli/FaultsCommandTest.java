package io.paxosstore.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What cannot be run is refused with one sentence, before anything is started. */
final class FaultsCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--redis --faults wipe | does not go with --redis; leave it out",
                "--redis --members | --members and --redis do not go together",
                "--faults kill,join-and-spread,reset | Members change only beside kill and pause"
            })
    void whatDoesNotGoTogetherIsRefused(String words, String wanted) {
        StringWriter told = new StringWriter();
        CommandLine command = new CommandLine(new FaultsCommand());
        command.setErr(new PrintWriter(told));
        assertEquals(CommandLine.ExitCode.USAGE, command.execute(words.split(" ")));
        assertTrue(told.toString().contains(wanted), told::toString);
    }
}
