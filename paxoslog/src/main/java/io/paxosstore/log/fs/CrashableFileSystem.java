package io.paxosstore.log.fs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A file system in memory that can lose power: {@link #crash} gives what is left then. Unsynced
 * writes survive in any subset of their sectors; creations, renames and deletions without a later
 * directory sync survive in any prefix, or any subset. All choices come from the seed.
 *
 * <p>Thread-safe by one lock; needs no thread of its own. Directories always survive.
 */
public final class CrashableFileSystem implements FileSystem {
    /** An unsynced change of names; a null inode removes the name. */
    private record NameChange(Map<Path, @Nullable Inode> entries) {}

    private final SplittableRandom random;
    private final Faults faults = new Faults();
    private final TreeSet<Path> directories = new TreeSet<>();
    private final TreeMap<Path, Inode> seen = new TreeMap<>();
    private final TreeMap<Path, Inode> durable = new TreeMap<>();
    private final List<NameChange> unsynced = new ArrayList<>();
    private final TreeSet<Path> locked = new TreeSet<>();
    private boolean dead;

    /** An empty file system. */
    public CrashableFileSystem(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The errors to inject. */
    public Faults faults() {
        return faults;
    }

    /** Cuts the power: this file system and its handles are dead; the result is what is left. */
    public synchronized CrashableFileSystem crash() {
        dead = true;
        CrashableFileSystem after = new CrashableFileSystem(random.nextLong());
        after.faults.capacityBytes(faults.capacityBytes());
        after.directories.addAll(directories);
        TreeMap<Path, Inode> names = new TreeMap<>(durable);
        boolean ordered = random.nextBoolean();
        double chance = random.nextDouble();
        int prefix = random.nextInt(unsynced.size() + 1);
        for (int i = 0; i < unsynced.size(); i++) {
            if (ordered ? i < prefix : random.nextDouble() < chance) {
                apply(names, unsynced.get(i));
            }
        }
        IdentityHashMap<Inode, Inode> inodes = new IdentityHashMap<>();
        names.forEach((path, inode) ->
                after.put(
                        path, inodes.computeIfAbsent(inode, live -> live.afterPowerLoss(random))));
        return after;
    }

    private void put(Path path, Inode inode) {
        seen.put(path, inode);
        durable.put(path, inode);
    }

    /** What is left when only the process dies: everything, synced or not. */
    public synchronized CrashableFileSystem killProcess() {
        dead = true;
        CrashableFileSystem after = new CrashableFileSystem(random.nextLong());
        after.faults.capacityBytes(faults.capacityBytes());
        after.directories.addAll(directories);
        after.seen.putAll(seen);
        after.durable.putAll(durable);
        after.unsynced.addAll(unsynced);
        return after;
    }

    /** Another disk with the same files, all of it durable; this one goes on. */
    public synchronized CrashableFileSystem copy() {
        CrashableFileSystem copy = new CrashableFileSystem(random.nextLong());
        copy.directories.addAll(directories);
        seen.forEach((path, inode) -> copy.put(path, inode.copy()));
        return copy;
    }

    /** Flips one bit of a file, on disk and in what programs see. */
    public synchronized void flipBit(Path file, int position, int bit) {
        Objects.requireNonNull(seen.get(file)).flip(position, bit);
    }

    /** The sectors of these bytes of a file cannot be read any more, until they are written. */
    public synchronized void breakSectors(Path file, int from, int to) {
        Objects.requireNonNull(seen.get(file)).breakSectors(from, to);
    }

    /** A copy of a file's bytes as programs see them. */
    public synchronized byte[] content(Path file) {
        return Objects.requireNonNull(seen.get(file)).content();
    }

    private static void apply(Map<Path, Inode> names, NameChange change) {
        change.entries()
                .forEach((path, inode) -> {
                    if (inode == null) {
                        names.remove(path);
                    } else {
                        names.put(path, inode);
                    }
                });
    }

    private void change(NameChange change) {
        apply(seen, change);
        unsynced.add(change);
    }

    private void checkAlive() throws IOException {
        if (dead) {
            throw new Faults.PowerLossException();
        }
        faults.checkPower();
    }

    private Inode existing(Path file) throws IOException {
        Inode inode = seen.get(file);
        if (inode == null) {
            throw new NoSuchFileException(file.toString());
        }
        return inode;
    }

    @Override
    public synchronized FileHandle open(Path file, OpenMode mode) throws IOException {
        checkAlive();
        faults.beforeOpen(file);
        if (mode != OpenMode.CREATE) {
            return new Handle(file, existing(file));
        }
        if (seen.containsKey(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path parent = file.getParent();
        if (parent == null || !directories.contains(parent)) {
            throw new NoSuchFileException(file.toString());
        }
        faults.beforeMutation();
        Inode inode = new Inode();
        TreeMap<Path, @Nullable Inode> entries = new TreeMap<>();
        entries.put(file, inode);
        change(new NameChange(entries));
        return new Handle(file, inode);
    }

    @Override
    public synchronized List<Path> list(Path directory) throws IOException {
        checkAlive();
        if (!directories.contains(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        TreeSet<Path> found = new TreeSet<>();
        seen.keySet().stream().filter(p -> directory.equals(p.getParent())).forEach(found::add);
        directories.stream().filter(p -> directory.equals(p.getParent())).forEach(found::add);
        return List.copyOf(found);
    }

    @Override
    public synchronized boolean exists(Path path) {
        return seen.containsKey(path) || directories.contains(path);
    }

    @Override
    public synchronized void createDirectories(Path directory) throws IOException {
        checkAlive();
        for (Path at = directory; at != null; at = at.getParent()) {
            directories.add(at);
        }
    }

    @Override
    public synchronized void rename(Path from, Path to) throws IOException {
        checkAlive();
        Inode inode = existing(from);
        faults.beforeMutation();
        TreeMap<Path, @Nullable Inode> entries = new TreeMap<>();
        entries.put(from, null);
        entries.put(to, inode);
        change(new NameChange(entries));
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        checkAlive();
        existing(file);
        faults.beforeMutation();
        TreeMap<Path, @Nullable Inode> entries = new TreeMap<>();
        entries.put(file, null);
        change(new NameChange(entries));
    }

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
        checkAlive();
        faults.beforeMutation();
        faults.beforeForce(directory);
        for (NameChange change : unsynced) {
            apply(durable, change);
        }
        unsynced.clear();
    }

    @Override
    public synchronized long usableBytes(Path directory) throws IOException {
        checkAlive();
        return Math.max(0, faults.capacityBytes() - usedBytes());
    }

    private long usedBytes() {
        long used = 0;
        for (Inode inode : seen.values()) {
            used += inode.size();
        }
        return used;
    }

    /** Growing files by more than this many bytes fails from now on: no space left. */
    public synchronized void fillUpTo(long bytesLeft) {
        faults.capacityBytes(usedBytes() + bytesLeft);
    }

    @Override
    public synchronized @Nullable HeldLock tryLock(Path file) throws IOException {
        checkAlive();
        if (!locked.add(file)) {
            return null;
        }
        if (!seen.containsKey(file)) {
            open(file, OpenMode.CREATE).close();
        }
        return () -> {
            synchronized (this) {
                locked.remove(file);
            }
        };
    }

    private final class Handle implements FileHandle {
        private final Path file;
        private final Inode inode;
        private boolean closed;

        Handle(Path file, Inode inode) {
            this.file = file;
            this.inode = inode;
        }

        private void checkOpen() throws IOException {
            checkAlive();
            if (closed) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            synchronized (CrashableFileSystem.this) {
                checkOpen();
                boolean cut = faults.beforeRead(file) && target.remaining() > 1;
                byte[] bytes = new byte[cut ? target.remaining() / 2 : target.remaining()];
                int count = inode.read(bytes, 0, bytes.length, position);
                if (count > 0) {
                    target.put(bytes, 0, count);
                }
                return count;
            }
        }

        @Override
        public void write(ByteBuffer[] sources, int count, long position) throws IOException {
            synchronized (CrashableFileSystem.this) {
                checkOpen();
                faults.beforeMutation();
                int length = 0;
                for (int i = 0; i < count; i++) {
                    length += sources[i].remaining();
                }
                byte[] bytes = new byte[length];
                int at = 0;
                for (int i = 0; i < count; i++) {
                    int part = sources[i].remaining();
                    sources[i].get(bytes, at, part);
                    at += part;
                }
                long growth = position + length - inode.size();
                if (growth > 0 && growth > faults.capacityBytes() - usedBytes()) {
                    throw new IOException("No space left on device: " + file);
                }
                int stored = faults.beforeWrite(file, length);
                inode.write((int) position, Arrays.copyOf(bytes, stored));
                if (stored < length) {
                    throw new IOException("injected short write: " + file);
                }
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (CrashableFileSystem.this) {
                checkOpen();
                faults.beforeMutation();
                faults.beforeForce(file);
                inode.force();
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (CrashableFileSystem.this) {
                checkOpen();
                faults.beforeMutation();
                inode.truncate((int) size);
            }
        }

        @Override
        public long size() throws IOException {
            synchronized (CrashableFileSystem.this) {
                checkOpen();
                return inode.size();
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
