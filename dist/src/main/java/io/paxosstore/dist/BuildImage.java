package io.paxosstore.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes the container image: the C library of the machine that builds, the runtime, the jars, and
 * nothing else, not even a shell. What is run is Java itself, with the option files of {@code bin}.
 */
public final class BuildImage {
    /**
     * The user and the group that it runs as; numbers, so that Kubernetes knows them for no root.
     */
    static final int USER = 7400;

    static final String HOME = "opt/paxosstore";
    static final String DATA = "var/lib/paxosstore";
    private static final int DATA_MODE = 0750;
    private static final int SHARED_MODE = 01777;

    private static final String CONFIGURATION =
            """
            # A node alone, for trying out; mount another file over this one, or directory.
            cluster:
              id: single
              nodes:
                - {id: 1, host: localhost, client-port: 7400}
            node:
              id: 1
              bind: 0.0.0.0
              directory: /var/lib/paxosstore/data
            redis:
              enabled: true
            """;

    private final Path layout;
    private final Path runtime;
    private final String version;
    private final Instant date;

    private BuildImage(Path layout, Path runtime, String version, Instant date) {
        this.layout = layout;
        this.runtime = runtime;
        this.version = version;
        this.date = date;
    }

    /**
     * Writes the archive.
     *
     * @param args what the distribution holds, its runtime, the file to write, the version, and the
     *     date of everything in it
     */
    public static void main(String[] args) throws IOException {
        Instant date = Instant.parse(args[4]);
        BuildImage image = new BuildImage(Path.of(args[0]), Path.of(args[1]), args[3], date);
        new ImageArchive(date)
                .write(
                        Path.of(args[2]),
                        "paxosstore:" + args[3],
                        config(args[3]),
                        List.of(image.base(), image.java(), image.libraries(), image.program()));
    }

    /** What is run, and how. */
    private static Map<String, Object> config(String version) {
        String home = "/" + HOME;
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("User", USER + ":" + USER);
        Map<String, Object> ports = new LinkedHashMap<>();
        for (int port : new int[] {7400, 7401, 7402, 7403}) {
            ports.put(port + "/tcp", Map.of());
        }
        config.put("ExposedPorts", ports);
        config.put(
                "Env",
                List.of(
                        "PATH=" + home + "/runtime/bin",
                        "LC_ALL=C.UTF-8",
                        // As bin/paxosstore sets them, which says why.
                        "MALLOC_ARENA_MAX=2",
                        "MALLOC_MMAP_THRESHOLD_=131072"));
        config.put(
                "Entrypoint",
                List.of(
                        home + "/runtime/bin/java",
                        "@" + home + "/bin/jvm.options",
                        "@" + home + "/bin/jvm-server.options",
                        "@" + home + "/conf/jvm.options",
                        "@" + home + "/bin/launcher"));
        config.put("Cmd", List.of("server", "--config", "/etc/paxosstore/node.yaml"));
        config.put("Volumes", Map.of("/" + DATA, Map.of()));
        config.put("WorkingDir", "/" + DATA);
        Map<String, Object> labels = new LinkedHashMap<>();
        labels.put("org.opencontainers.image.title", "PaxosStore");
        labels.put("org.opencontainers.image.version", version);
        labels.put("org.opencontainers.image.licenses", "Apache-2.0");
        config.put("Labels", labels);
        config.put("StopSignal", "SIGTERM");
        return config;
    }

    /** The C library, users, and the directories that are written to. */
    private Layer.Finished base() throws IOException {
        Layer layer = new Layer(date);
        for (Path library : SharedLibraries.of(linked(), runtime)) {
            layer.copy(library.toString().substring(1), library.toRealPath());
        }
        return layer.text(
                        "etc/passwd",
                        "root:x:0:0:root:/:/none\npaxosstore:x:%1$d:%1$d::/%2$s:/none\n"
                                .formatted(USER, DATA))
                .text("etc/group", "root:x:0:\npaxosstore:x:%d:\n".formatted(USER))
                .text("etc/nsswitch.conf", "hosts: files dns\n")
                .text("etc/paxosstore/node.yaml", CONFIGURATION)
                .directory(DATA, DATA_MODE, USER)
                .directory("tmp", SHARED_MODE, 0)
                .finish();
    }

    private List<Path> linked() throws IOException {
        try (Stream<Path> ofRuntime = Files.walk(runtime.resolve("lib"));
                Stream<Path> ofJars = Files.list(layout.resolve("lib/native"))) {
            return Stream.of(Stream.of(runtime.resolve("bin/java")), ofRuntime, ofJars)
                    .flatMap(files -> files)
                    .filter(file -> file.endsWith("java") || file.toString().endsWith(".so"))
                    .toList();
        }
    }

    private Layer.Finished java() throws IOException {
        return new Layer(date).tree(HOME + "/runtime", runtime, file -> true).finish();
    }

    /** What others have written changes less often than the program. */
    private Layer.Finished libraries() throws IOException {
        return new Layer(date)
                .tree(
                        HOME + "/lib",
                        layout.resolve("lib"),
                        file -> !isOwn(file) && !file.contains(".aot"))
                .finish();
    }

    /** Of this project: their names end with its version. */
    private boolean isOwn(String file) {
        return file.endsWith("-" + version + ".jar");
    }

    private Layer.Finished program() throws IOException {
        String start =
                """
                -Djava.library.path=/%1$s/lib/native
                -Dpaxosstore.home=/%1$s
                -cp /%1$s/lib/*
                io.paxosstore.bench.Launcher
                """
                        .formatted(HOME);
        String tool =
                Files.readString(layout.resolve("bin/jvm.options"))
                        + Files.readString(layout.resolve("bin/jvm-tool.options"));
        return new Layer(date)
                .tree(HOME + "/lib", layout.resolve("lib"), this::isOwn)
                .tree(HOME + "/bin", layout.resolve("bin"), file -> file.endsWith(".options"))
                .copy(HOME + "/conf/jvm.options", layout.resolve("conf/jvm.options"))
                .copy(HOME + "/LICENSE", layout.resolve("LICENSE"))
                .text(HOME + "/bin/launcher", start)
                // For everything that is no server: java @/opt/paxosstore/bin/tool cli
                .text(HOME + "/bin/tool", tool + start)
                .finish();
    }
}
