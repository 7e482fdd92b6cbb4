package io.paxosstore.bench.process;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The file in which the JVM keeps what it has loaded and learned in a {@link StartupTraining}. A
 * JVM of another build, or with other jars, leaves it unused without a word. Immutable.
 *
 * @param file where it is, or is to be
 */
public record StartCache(Path file) {
    private static final String PROPERTY = "paxosstore.cache";
    private static final int TAIL_CHARACTERS = 2_000;

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
     * @throws IOException with one sentence when it cannot be written, or the training failed
     */
    public void make(ChildJvm jvm) throws IOException, InterruptedException {
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
            run(jvm.training(fresh));
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

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process training = new ProcessBuilder(command).redirectErrorStream(true).start();
        // Also when this process is stopped: nobody waits for the other one any more.
        Thread cleaner = Thread.ofPlatform().unstarted(() -> end(training));
        Runtime.getRuntime().addShutdownHook(cleaner);
        training.getOutputStream().close();
        String said;
        int code;
        try (var output = training.getInputStream()) {
            said = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
            code = training.waitFor();
        } finally {
            end(training);
        }
        if (code != 0) {
            throw new IOException(
                    "the training run ended with code "
                            + code
                            + ":\n"
                            + said.substring(Math.max(0, said.length() - TAIL_CHARACTERS)));
        }
    }
}
