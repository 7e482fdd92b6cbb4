package io.paxosstore.lsm.store;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system of a fixed size in memory, which can be filled. Needs the rights of root. */
public final class SmallDisk implements AutoCloseable {
    private static final int BLOCK_BYTES = 4096;
    private static final long TOOL_SECONDS = 10;

    private final Path mount;

    /** Mounts one on an empty directory; where that is not allowed, the test is left out. */
    public SmallDisk(Path mount, int mebibytes) throws IOException, InterruptedException {
        this.mount = mount;
        Files.createDirectories(mount);
        String size = "size=" + mebibytes + "m";
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", size, "paxosstore-test", mount.toString()),
                "file systems cannot be mounted here");
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!process.waitFor(TOOL_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return false;
        }
        return process.exitValue() == 0;
    }

    /** Takes all the room that is left. */
    public void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler())) {
            while (true) {
                out.write(new byte[BLOCK_BYTES]);
            }
        } catch (IOException e) {
            if (mount.toFile().getUsableSpace() > 0) {
                throw e;
            }
        }
    }

    /** Gives the room back. */
    public void free() throws IOException {
        Files.delete(filler());
    }

    /** Lets nobody write, or lets them again. */
    public void readOnly(boolean refused) throws IOException, InterruptedException {
        String options = refused ? "remount,ro" : "remount,rw";
        if (!run("mount", "-o", options, mount.toString())) {
            throw new IOException(mount + " cannot be mounted with " + options);
        }
    }

    private Path filler() {
        return mount.resolve("filler");
    }

    @Override
    public void close() {
        try {
            if (!run("umount", mount.toString())) {
                throw new IllegalStateException(mount + " is still in use.");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
