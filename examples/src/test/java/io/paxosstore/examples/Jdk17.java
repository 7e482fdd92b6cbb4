package io.paxosstore.examples;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds an installation of Java 17, which is not the one that runs the tests. */
final class Jdk17 {
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"17[.\"+-]");

    private Jdk17() {}

    /** Its program {@code java}: of JAVA17_HOME, JAVA_HOME, the PATH, or below /usr/lib/jvm. */
    static Optional<Path> java() throws IOException {
        List<Path> homes = new ArrayList<>();
        for (String variable : List.of("JAVA17_HOME", "JAVA_HOME")) {
            String home = System.getenv(variable);
            if (home != null) {
                homes.add(Path.of(home));
            }
        }
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        for (String directory : path.split(":", -1)) {
            Path java = Path.of(directory, "java");
            if (Files.isExecutable(java)) {
                homes.add(java.toRealPath().resolve("../..").normalize());
            }
        }
        Path usual = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(usual)) {
            try (DirectoryStream<Path> installed = Files.newDirectoryStream(usual)) {
                installed.forEach(homes::add);
            }
        }
        for (Path home : homes) {
            Path release = home.resolve("release");
            if (Files.isRegularFile(release)
                    && VERSION.matcher(Files.readString(release)).find()
                    && Files.isExecutable(home.resolve("bin/java"))) {
                return Optional.of(home.resolve("bin/java"));
            }
        }
        return Optional.empty();
    }
}
