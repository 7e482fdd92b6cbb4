package io.paxosstore.bench.process;

import io.paxosstore.bench.Launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start a server in a JVM of its own: with this JVM's executable and class path, and with
 * the options that {@code bin/paxosstore server} has; after them come those, separated by blanks,
 * of the environment variable PAXOSSTORE_SERVER_JVM_OPTS.
 *
 * @param home the directory above {@code bin}
 */
public record ServerJvm(Path home) {
    private static final String HOME_PROPERTY = "paxosstore.home";
    private static final String OPTIONS_VARIABLE = "PAXOSSTORE_SERVER_JVM_OPTS";
    private static final List<String> OPTION_FILES = List.of("jvm.options", "jvm-server.options");

    /**
     * Finds the home by the system property {@code paxosstore.home}, which {@code bin/paxosstore}
     * sets.
     *
     * @throws IllegalStateException when it is not set or has no option files
     */
    public static ServerJvm ofThisInstallation() {
        String home = System.getProperty(HOME_PROPERTY);
        if (home == null) {
            throw new IllegalStateException(
                    "the system property "
                            + HOME_PROPERTY
                            + " is not set; start this program by bin/paxosstore");
        }
        for (String file : OPTION_FILES) {
            Path options = Path.of(home, "bin", file);
            if (!Files.isReadable(options)) {
                throw new IllegalStateException(options + " is missing; is the checkout whole?");
            }
        }
        return new ServerJvm(Path.of(home));
    }

    /** The command that runs a server with this configuration file. */
    public List<String> command(Path configuration) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String file : OPTION_FILES) {
            command.add("@" + home.resolve("bin").resolve(file));
        }
        String classPath = System.getProperty("java.class.path");
        Path launcher = home.resolve("bench/target/launcher");
        Path cacheOptions = launcher.resolve("aot.options");
        if (classPath.startsWith(launcher.toString()) && Files.exists(cacheOptions)) {
            command.add("@" + cacheOptions);
        }
        String more = System.getenv().getOrDefault(OPTIONS_VARIABLE, "").strip();
        if (!more.isEmpty()) {
            command.addAll(List.of(more.split("\\s+")));
        }
        command.add("-cp");
        command.add(classPath);
        command.add(Launcher.class.getName());
        command.add("server");
        command.add("--config");
        command.add(configuration.toString());
        return command;
    }
}
