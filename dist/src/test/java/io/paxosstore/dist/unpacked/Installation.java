package io.paxosstore.dist.unpacked;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An unpacked distribution, and how its user starts it: with nothing of this build in the
 * environment.
 *
 * @param home what was unpacked
 * @param java the home of a Java 25, for a distribution that brings none
 */
record Installation(Path home, Path java) {
    /** What a command did. */
    record Run(int exitCode, String output) {}

    /** What this build has put together. */
    static Installation ofThisBuild() {
        return new Installation(
                Path.of(System.getProperty("paxosstore.layout", "target/layout")),
                Path.of(System.getProperty("java.home")));
    }

    /** A command that has not been started, in a directory. */
    ProcessBuilder command(Path directory, String... words) {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/paxosstore").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("JAVA_HOME", java.toString());
        // Tests end before the optimizing compiler has paid for itself.
        environment.put("PAXOSSTORE_JVM_OPTS", "-XX:TieredStopAtLevel=1");
        return builder;
    }

    /** Runs a command to its end. */
    Run run(Path directory, String... words) throws IOException, InterruptedException {
        Process process = command(directory, words).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }
}
