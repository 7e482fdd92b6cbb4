package io.paxosstore.bench.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a command of the system. */
final class Tool {
    private static final int SECONDS_MAX = 30;

    private Tool() {}

    /**
     * Runs it to its end.
     *
     * @throws IOException when it cannot be started, fails or takes too long; with what it said
     */
    static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(List.of(command) + " does not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    String.join(" ", command)
                            + " failed with "
                            + process.exitValue()
                            + ": "
                            + said);
        }
    }
}
