package io.paxosstore.bench.faults;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A disk that can lose its power: an ext4 file system in a file, mounted through a loop device.
 * What was written to the file system stays in its page cache until it is synced or written back;
 * only then the loop device gets it, and the file holds it. So a copy of the file holds what a disk
 * holds that keeps whatever it was sent, and nothing else. Whether the file's own pages are cached
 * does not matter, because the copy is read through the same cache. Needs the rights of root. Not
 * thread-safe.
 */
final class LoopDisk implements AutoCloseable {
    private static final long BYTES = 160L << 20;
    private static final int COPIES_MAX = 20;
    private static final int STAT_WRITES = 4;
    private static final int STAT_IN_FLIGHT = 8;

    private final Path mount;
    private Path image;
    private Path copy;
    private boolean isMounted;

    private LoopDisk(Path image, Path mount) {
        this.image = image;
        this.copy = image.resolveSibling(image.getFileName() + ".copy");
        this.mount = mount;
    }

    /**
     * Makes an empty one and mounts it.
     *
     * @param image a new file
     * @param mount an existing directory
     * @throws IOException when this user or this system cannot
     */
    static LoopDisk create(Path image, Path mount) throws IOException, InterruptedException {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(BYTES);
        }
        Tool.run("mkfs.ext4", "-q", "-F", image.toString());
        LoopDisk disk = new LoopDisk(image, mount);
        disk.mount();
        try {
            // A store wants a directory of its own.
            Files.delete(mount.resolve("lost+found"));
            Tool.run("sync", "-f", mount.toString());
            return disk;
        } catch (IOException | InterruptedException e) {
            disk.close();
            throw e;
        }
    }

    private void mount() throws IOException, InterruptedException {
        // The loop device goes with the mount.
        Tool.run("mount", "-t", "ext4", "-o", "loop", image.toString(), mount.toString());
        isMounted = true;
    }

    /**
     * Keeps what the disk holds now. Nobody may use it meanwhile; the system's own writing back is
     * noticed, and the copy made again, so that it is of one moment.
     */
    void losePower() throws IOException, InterruptedException {
        for (int attempt = 0; attempt < COPIES_MAX; attempt++) {
            String before = writes();
            Tool.run("cp", "--sparse=always", image.toString(), copy.toString());
            if (writes().equals(before)) {
                return;
            }
        }
        throw new IOException(image + " does not come to rest");
    }

    /** Puts what was kept in the disk's place; its journal is replayed. */
    void restorePower() throws IOException, InterruptedException {
        unmount();
        Path other = image;
        image = copy;
        copy = other;
        mount();
    }

    /** How many writes the device has done, and has still to do. */
    private String writes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
            String[] words = line.split(" ", -1);
            if (words[1].equals(mount.toRealPath().toString())) {
                Path device = Path.of(words[0]).getFileName();
                Path stat = Path.of("/sys/block").resolve(device).resolve("stat");
                String[] figures = Files.readString(stat).strip().split(" +", -1);
                return figures[STAT_WRITES] + " " + figures[STAT_IN_FLIGHT];
            }
        }
        throw new IOException(mount + " is not mounted");
    }

    private void unmount() throws IOException, InterruptedException {
        if (isMounted) {
            Tool.run("umount", mount.toString());
            isMounted = false;
        }
    }

    /** It goes when its last user does; nothing stays mounted. */
    private void unmountLater(IOException why) throws IOException {
        try {
            Tool.run("umount", "--lazy", mount.toString());
            isMounted = false;
        } catch (IOException e) {
            why.addSuppressed(e);
            throw why;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            unmount();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            unmountLater(e);
        } finally {
            for (Path file : Arrays.asList(image, copy)) {
                Files.deleteIfExists(file);
            }
        }
    }
}
