package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ChildJvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The hostile clients of a round in a process of their own. One thread. */
final class AttackProcess implements AutoCloseable {
    /** How long the last calls of hostile clients may take after their time. */
    private static final Duration END_LIMIT = Duration.ofMinutes(1);

    private static final int TAIL_CHARACTERS = 400;

    private final Process process;
    private final Path log;

    private AttackProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Lets them loose.
     *
     * @param log where they may complain
     */
    static AttackProcess start(
            Target target, List<AttackKind> kinds, long seed, Duration duration, Path log)
            throws IOException {
        List<String> command =
                ChildJvm.ofThisInstallation()
                        .tool(
                                HostileClients.class,
                                HostileClients.arguments(target, kinds, seed, duration));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        process.getOutputStream().close();
        return new AttackProcess(process, log);
    }

    /** Waits until they have ended; what went wrong with them, empty if nothing. */
    String await(Duration duration) throws InterruptedException, IOException {
        if (!process.waitFor(duration.plus(END_LIMIT).toMillis(), TimeUnit.MILLISECONDS)) {
            return "did not end in time";
        }
        if (process.exitValue() == 0) {
            return "";
        }
        String text = Files.readString(log, StandardCharsets.UTF_8);
        String tail = text.substring(Math.max(0, text.length() - TAIL_CHARACTERS)).strip();
        return "ended with code " + process.exitValue() + ": " + tail;
    }

    /** Ends them if need be. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
