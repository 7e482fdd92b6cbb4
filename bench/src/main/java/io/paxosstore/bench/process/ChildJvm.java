package io.paxosstore.bench.process;

import io.paxosstore.bench.Launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start a JVM of its own, with this JVM's executable and class path and with the options
 * that {@code bin/paxosstore} gives to a server or to any other command.
 *
 * @param home the directory above {@code bin}
 */
public record ChildJvm(Path home) {
    private static final String HOME_PROPERTY = "paxosstore.home";

    /** The variable that this program was started with is not meant for servers. */
    private static final String LAUNCHER = "-Dpaxosstore.launcher=bench";

    private static final String SERVER_OPTIONS_VARIABLE = "PAXOSSTORE_SERVER_JVM_OPTS";

    /** Where a distribution has what is written in C; a checkout has it in the jars. */
    private static final String LIBRARIES = "lib/native";

    private static final String OPTIONS = "jvm.options";
    private static final String SERVER_OPTIONS = "jvm-server.options";
    private static final String TOOL_OPTIONS = "jvm-tool.options";

    /**
     * Finds the home by the system property {@code paxosstore.home}, which {@code bin/paxosstore}
     * sets.
     *
     * @throws IllegalStateException when it is not set or has no option files
     */
    public static ChildJvm ofThisInstallation() {
        String home = System.getProperty(HOME_PROPERTY);
        if (home == null) {
            throw new IllegalStateException(
                    "the system property "
                            + HOME_PROPERTY
                            + " is not set; start this program by bin/paxosstore");
        }
        for (String file : List.of(OPTIONS, SERVER_OPTIONS, TOOL_OPTIONS)) {
            Path options = Path.of(home, "bin", file);
            if (!Files.isReadable(options)) {
                throw new IllegalStateException(
                        options + " is missing; is the installation whole?");
            }
        }
        return new ChildJvm(Path.of(home));
    }

    /**
     * The command that runs a server with this configuration file. Options, separated by blanks, of
     * the environment variable PAXOSSTORE_SERVER_JVM_OPTS come last and win.
     */
    public List<String> server(Path configuration) {
        List<String> command = java(SERVER_OPTIONS);
        Path cache = StartCache.ofThisInstallation();
        if (cache != null) {
            command.addAll(new StartCache(cache).options());
        }
        String more = System.getenv().getOrDefault(SERVER_OPTIONS_VARIABLE, "").strip();
        if (!more.isEmpty()) {
            command.addAll(List.of(more.split("\\s+")));
        }
        command.addAll(List.of(LAUNCHER, "-cp", classPath(), Launcher.class.getName()));
        command.addAll(List.of("server", "--config", configuration.toString()));
        return command;
    }

    /** The command that runs {@link StartupTraining} and keeps in a file what the JVM has seen. */
    List<String> training(Path output) {
        List<String> command = java(SERVER_OPTIONS);
        command.addAll(List.of("-XX:AOTCacheOutput=" + output, "-Xlog:aot=off,cds=off"));
        command.addAll(List.of("-cp", classPath(), StartupTraining.class.getName()));
        return command;
    }

    /** The command that runs a class of this program that is no server. */
    public List<String> tool(Class<?> main, List<String> arguments) {
        List<String> command = java(TOOL_OPTIONS);
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(arguments);
        return command;
    }

    private List<String> java(String options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String file : List.of(OPTIONS, options)) {
            command.add("@" + home.resolve("bin").resolve(file));
        }
        Path libraries = home.resolve(LIBRARIES);
        if (Files.isDirectory(libraries)) {
            command.add("-Djava.library.path=" + libraries);
        }
        return command;
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }
}
