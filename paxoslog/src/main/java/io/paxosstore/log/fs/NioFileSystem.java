package io.paxosstore.log.fs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The machine's own file system, by {@link FileChannel}. */
final class NioFileSystem implements FileSystem {
    /** In which a file keeps its number when they are mounted again, on any machine. */
    private static final Set<String> NUMBERED =
            Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs");

    @Override
    public FileHandle open(Path file, OpenMode mode) throws IOException {
        refuseDirectory(file);
        return new NioFileHandle(
                file,
                switch (mode) {
                    case READ -> FileChannel.open(file, StandardOpenOption.READ);
                    case WRITE ->
                            FileChannel.open(
                                    file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    case CREATE ->
                            FileChannel.open(
                                    file,
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.CREATE_NEW);
                });
    }

    /** One could be opened, and not be read; what is in it is somebody's. */
    private static void refuseDirectory(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(
                    "There is a directory where the store has a file, "
                            + file
                            + ": move it away. What the file held comes from the other nodes.");
        }
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        List<Path> missing = new ArrayList<>();
        Path at = directory.toAbsolutePath();
        while (at != null && !Files.exists(at)) {
            missing.add(at);
            at = at.getParent();
        }
        Files.createDirectories(directory);
        for (Path created : missing) {
            Path parent = created.getParent();
            if (parent != null) {
                syncDirectory(parent);
            }
        }
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(Path file) throws IOException {
        refuseDirectory(file);
        Files.delete(file);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    @Override
    public boolean hasMarks(Path directory) {
        try {
            return NUMBERED.contains(Files.getFileStore(directory).type());
        } catch (IOException e) {
            return false; // as where the list of what is mounted does not name it
        }
    }

    @Override
    public @Nullable FileMark mark(Path file) throws IOException {
        return hasMarks(file)
                ? new FileMark((Long) Files.getAttribute(file, "unix:ino"), birthNanos(file))
                : null;
    }

    /**
     * The JDK tells the time of modification where the file system does not keep that of birth; so
     * where they are the same, the former is changed to see.
     */
    private static long birthNanos(Path file) throws IOException {
        FileTime birth = birth(file);
        if (birth.equals(Files.getLastModifiedTime(file))) {
            try {
                Files.setLastModifiedTime(
                        file, FileTime.from(birth.toInstant().plus(Duration.ofSeconds(1))));
            } catch (IOException e) {
                return 0; // the file is another user's
            }
        }
        return birth(file).equals(birth) ? birth.to(TimeUnit.NANOSECONDS) : 0;
    }

    private static FileTime birth(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).creationTime();
    }

    @Override
    public @Nullable HeldLock tryLock(Path file) throws IOException {
        refuseDirectory(file);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean held = false;
        try {
            held = channel.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            held = false;
        } finally {
            if (!held) {
                channel.close();
            }
        }
        return held ? channel::close : null;
    }

    /** Writes some of what is left; how much. */
    @FunctionalInterface
    interface Piece {
        long write() throws IOException;
    }

    /**
     * Writes all. A disk that becomes full takes a part of a write without an error: only what is
     * left tells why, since the next write of it fails.
     */
    static void writeAll(Piece rest, Path file, long position, long end) throws IOException {
        long at = position;
        while (at < end) {
            long written = rest.write();
            if (written <= 0) {
                throw new IOException(
                        "Short write to %s at offset %d: %d of %d bytes"
                                .formatted(file, position, at - position, end - position));
            }
            at += written;
        }
    }

    private record NioFileHandle(Path file, FileChannel channel) implements FileHandle {
        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public void write(ByteBuffer[] sources, int count, long position) throws IOException {
            if (count == 1) {
                ByteBuffer source = sources[0];
                long end = position + source.remaining();
                writeAll(
                        () -> channel.write(source, end - source.remaining()), file, position, end);
                return;
            }
            long end = position;
            for (int i = 0; i < count; i++) {
                end += sources[i].remaining();
            }
            channel.position(position);
            writeAll(() -> channel.write(sources, 0, count), file, position, end);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
