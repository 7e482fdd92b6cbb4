package io.paxosstore.bench.faults;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;

/**
 * Makes every sync of one replica's disk slow, or leaves it out, from outside: a small library is
 * loaded into its process before the C library. Needs a C compiler.
 */
final class SlowDisk {
    private static final String SOURCE = "slow_disk.c";
    private static final String CONTROL_VARIABLE = "SLOW_DISK_CONTROL";

    /** What the library takes for no sync at all. */
    private static final long LEFT_OUT = -1;

    private final Path library;
    private final Path directory;

    private SlowDisk(Path library, Path directory) {
        this.library = library;
        this.directory = directory;
    }

    /**
     * Compiles the library.
     *
     * @param directory where it and its control files go
     * @throws IOException when there is no compiler {@code cc}, or it fails
     */
    static SlowDisk prepare(Path directory) throws IOException, InterruptedException {
        Path source = directory.resolve(SOURCE);
        try (InputStream in = SlowDisk.class.getResourceAsStream(SOURCE)) {
            if (in == null) {
                throw new IllegalStateException(SOURCE + " is missing in the jar");
            }
            Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING);
        }
        Path library = directory.resolve("slow_disk.so");
        Tool.run("cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString());
        return new SlowDisk(library, directory);
    }

    /** What the replica's process must have in its environment. */
    Map<String, String> environment(int replica) {
        return Map.of(
                "LD_PRELOAD", library.toString(), CONTROL_VARIABLE, control(replica).toString());
    }

    /** Delays every sync from now on; zero for none. */
    void delay(int replica, Duration delay) throws IOException {
        write(replica, delay.toMillis());
    }

    /** Leaves every sync out from now on: the replica believes in it, and nothing happens. */
    void leaveOut(int replica) throws IOException {
        write(replica, LEFT_OUT);
    }

    private void write(int replica, long told) throws IOException {
        Path next = directory.resolve("delay-" + replica + ".new");
        Files.writeString(next, Long.toString(told));
        Files.move(next, control(replica), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path control(int replica) {
        return directory.resolve("delay-" + replica);
    }
}
