package io.paxosstore.log.fs;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * Errors to inject into a {@link CrashableFileSystem}. Counters count down: 1 fails the next
 * operation of that kind, 0 means off. Only files that {@link #files} accepts are hit.
 */
public final class Faults {
    /** Thrown by every operation once the power is lost. */
    public static final class PowerLossException extends IOException {
        private static final long serialVersionUID = 1L;

        PowerLossException() {
            super("power loss");
        }
    }

    /** For {@link #powerLossAt}: the power does not fail. */
    public static final long NEVER = 0;

    private Predicate<Path> files = file -> true;
    private Predicate<Path> withoutRoom = file -> false;
    private long failWrite;
    private long shortWrite;
    private long failForce;
    private long failRead;
    private long shortReads;
    private long powerLossAt;
    private boolean noDescriptors;
    private long capacityBytes = Long.MAX_VALUE;
    private long mutations;

    /** Restricts the injected errors (but for power loss and space) to some files. */
    public Faults files(Predicate<Path> accepted) {
        files = accepted;
        return this;
    }

    /** The n-th write from now fails and leaves nothing. */
    public Faults failWrite(long n) {
        failWrite = n;
        return this;
    }

    /** The n-th write from now is cut in half and fails. */
    public Faults shortWrite(long n) {
        shortWrite = n;
        return this;
    }

    /** The n-th force from now fails; what was written stays unsynced. */
    public Faults failForce(long n) {
        failForce = n;
        return this;
    }

    /** The n-th read from now fails. */
    public Faults failRead(long n) {
        failRead = n;
        return this;
    }

    /** The next n reads return half of what was asked for. */
    public Faults shortReads(long n) {
        shortReads = n;
        return this;
    }

    /** Whether no file can be opened, because the process has no descriptor left. */
    public Faults noDescriptors(boolean none) {
        noDescriptors = none;
        return this;
    }

    void beforeOpen(Path file) throws IOException {
        if (noDescriptors) {
            throw new FileSystemException(file.toString(), null, "Too many open files");
        }
    }

    /** The size of the disk; files that would grow beyond it fail. */
    public Faults capacityBytes(long bytes) {
        capacityBytes = bytes;
        return this;
    }

    long capacityBytes() {
        return capacityBytes;
    }

    /**
     * Power is lost just before the n-th operation from now that changes anything, or never. Once
     * it is lost, it stays so: what goes on then is the machine after the crash.
     */
    public Faults powerLossAt(long n) {
        if (hasPower()) {
            powerLossAt = n == NEVER ? NEVER : mutations + n;
        }
        return this;
    }

    /** How many operations have changed something so far. */
    public long mutations() {
        return mutations;
    }

    /** Whether the power has not failed yet. */
    public boolean hasPower() {
        return powerLossAt == NEVER || mutations < powerLossAt;
    }

    void beforeMutation() throws IOException {
        mutations++;
        checkPower();
    }

    void checkPower() throws IOException {
        if (!hasPower()) {
            throw new PowerLossException();
        }
    }

    /** Writes to some files find no room, until others are named: those of a disk that is full. */
    public Faults withoutRoom(Predicate<Path> which) {
        withoutRoom = which;
        return this;
    }

    /** How many of the bytes a write stores. */
    int beforeWrite(Path file, int bytes) throws IOException {
        if (withoutRoom.test(file)) {
            throw new IOException("No space left on device: " + file);
        }
        if (files.test(file)) {
            if (failWrite > 0 && --failWrite == 0) {
                throw new IOException("injected write error: " + file);
            }
            if (shortWrite > 0 && --shortWrite == 0) {
                return bytes / 2;
            }
        }
        return bytes;
    }

    void beforeForce(Path file) throws IOException {
        if (files.test(file) && failForce > 0 && --failForce == 0) {
            throw new IOException("injected force error: " + file);
        }
    }

    /** Whether the read is to be short. */
    boolean beforeRead(Path file) throws IOException {
        if (!files.test(file)) {
            return false;
        }
        if (failRead > 0 && --failRead == 0) {
            throw new IOException("injected read error: " + file);
        }
        return shortReads > 0 && shortReads-- > 0;
    }
}
