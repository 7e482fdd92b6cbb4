package io.paxosstore.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.load.OperationKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;

/** What a newcomer types, rightly and wrongly. */
class LauncherTest {
    private static final int USAGE = 2;

    private record Run(int exitCode, String out, String err) {}

    private static Run run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = Launcher.commandLine();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return new Run(commandLine.execute(args), out.toString(), err.toString());
    }

    @Test
    void helpNamesEveryCommand() {
        Run help = run("--help");
        assertEquals(0, help.exitCode());
        for (String command : Set.of("server", "dev", "cli", "demo", "bench", "sim", "jmh")) {
            assertTrue(help.out().contains("  " + command + " "), command + " is not in the help");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "bench --mix write=20 | 'write=20' is no mix",
                "bench --warmup 5 | '5' is no duration",
                "bench --clients 0 | --clients is 0; 1 to 65536.",
                "bench --mix write=50,counter=50 | 'write=50,counter=50' is no mix",
                "bench hot --clients 0 | --clients must be 1 to 65536",
                "bench --distribution normal | 'normal'",
                "bench --colour | Unknown option: '--colour'",
                "sim --nodes 4 | --nodes is 4; a simulated cluster has 3 or 5 replicas.",
                "sim --seeds 9..1 | '9..1' is no range of seeds",
                "sim --seeds 1..2 --trace | --trace prints one seed only",
                "demo now | 'now'",
                "demo --length 1s | --length is PT1S; 6s to 5m.",
            })
    void aMistakeGetsASentenceThatNamesIt(String commandLine, String sentence) {
        Run mistake = run(commandLine.split(" "));
        assertEquals(USAGE, mistake.exitCode());
        String first = mistake.err().lines().findFirst().orElse("");
        assertTrue(first.contains(sentence), first);
    }

    @Test
    void helpOfBenchNamesEveryOperation() {
        String help = run("bench", "--help").out();
        for (OperationKind kind : OperationKind.values()) {
            assertTrue(help.contains(kind.label()), kind.label() + " is not in the help");
        }
    }

    @Test
    void benchAgainstNobodyFailsWithASentence() {
        Run alone = run("bench", "--target", "localhost:1", "--clients", "1");
        assertEquals(1, alone.exitCode());
        assertTrue(alone.err().startsWith("bench: "), alone.err());
    }

    @Test
    void jmhTakesItsOwnArguments() {
        assertEquals(0, run("jmh", "-l").exitCode());
    }

    @Test
    void simRunsSeeds() {
        Run sim = run("sim", "--seeds", "1..3", "--threads", "1");
        assertEquals(0, sim.exitCode(), sim.out() + sim.err());
        assertTrue(sim.out().contains("3 seeds, 0 failed"), sim.out());
    }
}
