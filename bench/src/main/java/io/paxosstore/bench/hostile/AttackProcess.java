package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ChildJvm;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The hostile clients in a process of their own, for one attack after the other. One thread. */
final class AttackProcess implements AutoCloseable {
    /** How long the last calls of hostile clients may take after their time. */
    private static final Duration END_LIMIT = Duration.ofMinutes(1);

    private static final int TAIL_CHARACTERS = 400;

    /** Stands for the answer when the process has ended. */
    private static final String ENDED = "ended";

    /** Stands for the answer when there is none in time. */
    private static final String SILENT = "silent";

    private final Target target;
    private final Path log;
    private @Nullable Running running;

    /**
     * Not started yet.
     *
     * @param log where the clients may complain
     */
    AttackProcess(Target target, Path log) {
        this.target = target;
        this.log = log;
    }

    /** The process, and what it says. */
    private record Running(Process process, Writer orders, BlockingQueue<String> answers) {}

    /** Starts it, if it does not run. */
    void start() throws IOException {
        ready();
    }

    /**
     * Lets the clients loose, and waits until they have ended; what went wrong with them, empty if
     * nothing. A process that does not survive its own attack, or does not come to an end with it,
     * is followed by another one.
     */
    String attack(List<AttackKind> kinds, long seed, Duration duration)
            throws InterruptedException, IOException {
        Running ready = ready();
        String answer = ask(ready, HostileClients.order(kinds, seed, duration), duration);
        Optional<String> failure = HostileClients.failure(answer);
        if (failure.isPresent()) {
            return failure.get().isEmpty() ? "" : "failed: " + failure.get();
        }
        String end = answer.equals(SILENT) ? "did not end in time" : end(ready);
        close();
        return end;
    }

    private static String ask(Running ready, String order, Duration duration)
            throws InterruptedException {
        try {
            ready.orders().write(order + "\n");
            ready.orders().flush();
        } catch (IOException e) {
            return ENDED; // nobody takes orders any more
        }
        Duration limit = duration.plus(END_LIMIT);
        String answer = ready.answers().poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        return answer == null ? SILENT : answer;
    }

    private Running ready() throws IOException {
        if (running == null) {
            List<String> command =
                    ChildJvm.ofThisInstallation()
                            .tool(HostileClients.class, HostileClients.arguments(target));
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start();
            BlockingQueue<String> answers = new LinkedBlockingQueue<>();
            Thread.ofVirtual().name("answers of attacks").start(() -> read(process, answers));
            running = new Running(process, process.outputWriter(StandardCharsets.UTF_8), answers);
        }
        return running;
    }

    private static void read(Process process, BlockingQueue<String> answers) {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            in.lines().forEach(answers::add);
        } catch (IOException | UncheckedIOException _) {
            // The process has been ended meanwhile, which is what is told below.
        }
        answers.add(ENDED);
    }

    private String end(Running ended) throws InterruptedException, IOException {
        Process process = ended.process();
        if (!process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            return "answers no more";
        }
        String text = Files.readString(log, StandardCharsets.UTF_8);
        String tail = text.substring(Math.max(0, text.length() - TAIL_CHARACTERS)).strip();
        return "ended with code " + process.exitValue() + ": " + tail;
    }

    /** Ends it, whatever it does. */
    @Override
    public void close() {
        if (running != null) {
            running.process().destroyForcibly();
            running = null;
        }
    }
}
