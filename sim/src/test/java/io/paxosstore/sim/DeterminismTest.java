package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** One seed, one trace: in one JVM, after other seeds, and in another JVM. */
class DeterminismTest {
    private static final int SEEDS = 6;
    private static final long JVM_SECONDS_MAX = 120;

    @Test
    void sameSeedSameTraceInOneJvm() {
        assertEquals(hashes(), hashes());
    }

    @Test
    void otherSeedOtherTrace() {
        Simulator.Setup setup = Simulator.Setup.of(3);
        assertTrue(
                Simulator.run(1, setup, null).traceHash()
                        != Simulator.run(2, setup, null).traceHash());
    }

    @Test
    void printingChangesNothing() {
        Simulator.Setup setup = Simulator.Setup.of(3);
        StringBuilder printed = new StringBuilder();
        assertEquals(
                Simulator.run(3, setup, null).traceHash(),
                Simulator.run(3, setup, printed::append).traceHash());
        assertTrue(printed.length() > 1000);
    }

    @Test
    void sameSeedSameTraceInAnotherJvm() throws IOException, InterruptedException {
        Process other =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-XX:+UseSerialGC",
                                "-XX:+UnlockExperimentalVMOptions",
                                "-XX:hashCode=2",
                                "-Dslf4j.internal.verbosity=ERROR",
                                "-cp",
                                System.getProperty("java.class.path"),
                                DeterminismTest.class.getName())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(other.waitFor(JVM_SECONDS_MAX, TimeUnit.SECONDS), "the other JVM ends");
        assertEquals(hashes(), output.strip());
    }

    private static String hashes() {
        StringBuilder text = new StringBuilder();
        for (int nodes = 3; nodes <= 5; nodes += 2) {
            for (long seed = 1; seed <= SEEDS; seed++) {
                add(text, seed, Simulator.Setup.of(nodes));
            }
        }
        for (long seed = 1; seed <= SEEDS; seed++) {
            add(text, seed, Simulator.Setup.of(3, SpaceKind.ENTITY)); // some of them with watches
            add(text, seed, Simulator.Setup.of(3).with(Voting.CHANGES));
        }
        return text.toString().strip();
    }

    private static void add(StringBuilder text, long seed, Simulator.Setup setup) {
        long hash = Simulator.run(seed, setup, null).traceHash();
        text.append(Long.toHexString(hash)).append(' ');
    }

    /** Prints the hashes, in the other JVM. */
    public static void main(String[] arguments) {
        System.out.println(hashes());
    }
}
