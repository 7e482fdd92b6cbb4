package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A Java that can use addresses of IPv4 only, as it can be told by a flag. */
@Timeout(120)
final class Ipv4OnlyTest {
    /**
     * Connects, and says what is wrong with addresses, and in the end how many spaces there are.
     */
    static final class Connecting {
        private Connecting() {}

        @SuppressWarnings("SystemOut")
        public static void main(String[] addresses) {
            ClientOptions options =
                    ClientOptions.builder()
                            .connectTimeout(Duration.ofMinutes(1))
                            .deadline(Duration.ofMinutes(1))
                            .nodeListener(state -> System.out.println(state.detail()))
                            .build();
            try (PaxosStore store = PaxosStore.connect(addresses[0], options)) {
                System.out.println(store.listSpaces().size());
            }
        }
    }

    /**
     * The first line that it says which begins so.
     *
     * @throws AssertionError with all that it has said, also of its own fault, if none does
     */
    private static String said(String addresses, String what) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Djava.net.preferIPv4Stack=true",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Connecting.class.getName(),
                                addresses)
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader out = process.inputReader()) {
            StringBuilder all = new StringBuilder();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith(what)) {
                    return line;
                }
                all.append(line).append('\n');
            }
            throw new AssertionError("It ended, and had said: " + all);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void anAddressThatCannotBeUsedIsOneThatCannotBeReached() throws Exception {
        assertEquals(
                "[::1]:1 cannot be reached (this machine cannot use addresses of its kind)",
                said("[::1]:1", "[::1]:1"));
        try (FakeCluster cluster = new FakeCluster(1)) {
            assertEquals("1", said("[::1]:1," + cluster.node(1).address(), "1"));
        }
    }
}
