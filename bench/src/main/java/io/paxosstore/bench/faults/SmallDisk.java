package io.paxosstore.bench.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file system of a fixed size in memory, mounted where a replica keeps its data, so that it can
 * be filled. Needs the rights of root. Not thread-safe.
 */
final class SmallDisk implements AutoCloseable {
    private static final String FILLER = "filler";
    private static final int BLOCK_BYTES = 64 * 1024;

    private final Path mount;

    private SmallDisk(Path mount) {
        this.mount = mount;
    }

    /**
     * Mounts one.
     *
     * @param directory an existing directory
     * @throws IOException when this user or this system cannot
     */
    static SmallDisk mount(Path directory, int mebibytes) throws IOException, InterruptedException {
        Tool.run(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "size=" + mebibytes + "m",
                "paxosstore-faults",
                directory.toString());
        return new SmallDisk(directory);
    }

    /** Takes all the room that is left. */
    void fill() throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        try (OutputStream out = Files.newOutputStream(mount.resolve(FILLER))) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            if (mount.toFile().getUsableSpace() > BLOCK_BYTES) {
                throw e;
            }
        }
    }

    /** Gives the room back. */
    void free() throws IOException {
        Files.deleteIfExists(mount.resolve(FILLER));
    }

    @Override
    public void close() throws IOException {
        try {
            Tool.run("umount", mount.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
