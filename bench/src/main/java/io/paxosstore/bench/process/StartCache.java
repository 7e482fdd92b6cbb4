package io.paxosstore.bench.process;

import io.paxosstore.cli.progress.ProgressLine;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * The file in which the JVM keeps what it has loaded and learned in a {@link StartupTraining}. A
 * JVM of another build, or with other jars, leaves it unused without a word. Immutable.
 *
 * @param file where it is, or is to be
 */
public record StartCache(Path file) {
    private static final String PROPERTY = "paxosstore.cache";
    private static final int TAIL_CHARACTERS = 2_000;
    private static final long LOOK_MILLIS = 200;

    /** Where {@code bin/paxosstore} looks for it; null when it has no place for it. */
    public static @Nullable Path ofThisInstallation() {
        String place = System.getProperty(PROPERTY);
        return place == null ? null : Path.of(place);
    }

    /** The options with which a JVM uses it; none while there is no such file. */
    List<String> options() {
        return Files.isReadable(file)
                ? List.of("-XX:AOTCache=" + file, "-Xlog:aot=off,cds=off")
                : List.of();
    }

    /**
     * Makes it anew; until that is done, an earlier one stays in use.
     *
     * @param line shows how far it is
     * @throws IOException with one sentence when it cannot be written, or the training failed
     */
    public void make(ChildJvm jvm, ProgressLine line) throws IOException, InterruptedException {
        Path target = file.toAbsolutePath();
        Path fresh =
                target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Files.createDirectories(target.resolveSibling(""));
            Files.createFile(fresh);
        } catch (FileSystemException e) {
            throw new IOException(
                    "cannot write to the directory of " + target + " (" + e + ").", e);
        }
        try {
            Files.delete(fresh);
            run(jvm.training(fresh), line);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** With the JVM that it has write the cache at its end. */
    private static void end(Process training) {
        training.descendants().forEach(ProcessHandle::destroyForcibly);
        training.destroyForcibly();
    }

    private static void run(List<String> command, ProgressLine line)
            throws IOException, InterruptedException {
        Process training = new ProcessBuilder(command).redirectErrorStream(true).start();
        // Also when this process is stopped: nobody waits for the other one any more.
        Thread cleaner = Thread.ofPlatform().unstarted(() -> end(training));
        Runtime.getRuntime().addShutdownHook(cleaner);
        TrainingProgress progress = new TrainingProgress(System::nanoTime);
        FutureTask<String> reader = new FutureTask<>(() -> said(training, progress));
        try {
            training.getOutputStream().close();
            Thread.ofPlatform().daemon().name("training-output").start(reader);
            while (!training.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                line.update(progress::now);
            }
            if (training.exitValue() != 0) {
                throw new IOException(
                        "the training run ended with code %d:%n%s"
                                .formatted(training.exitValue(), reader.get()));
            }
        } catch (ExecutionException e) {
            throw new IOException("the training run's output cannot be read (" + e + ")", e);
        } finally {
            end(training);
        }
    }

    /** The end of what a training says beside its steps. */
    private static String said(Process training, TrainingProgress progress) throws IOException {
        StringBuilder said = new StringBuilder();
        try (BufferedReader output = training.inputReader(StandardCharsets.UTF_8)) {
            for (String text = output.readLine(); text != null; text = output.readLine()) {
                TrainingStep step = TrainingStep.of(text);
                if (step != null) {
                    progress.began(step);
                } else {
                    said.append(text).append(System.lineSeparator());
                    said.delete(0, Math.max(0, said.length() - TAIL_CHARACTERS));
                }
            }
        }
        return said.toString().strip();
    }
}
