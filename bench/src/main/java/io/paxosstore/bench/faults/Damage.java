package io.paxosstore.bench.faults;

import io.paxosstore.core.RandomSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Damages the files of a replica that does not run. */
final class Damage {
    private static final int ATTEMPTS = 10_000;

    private Damage() {}

    /**
     * Flips bits at random places of its files. Places in files that were written ahead and hold
     * zeros only are drawn again: nothing is there to be damaged. Nor is it in logs for people.
     *
     * @return where, one place each
     */
    static List<String> flip(Path directory, int count, RandomSource random) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(Files::isRegularFile).filter(Damage::isRead).sorted().toList();
        }
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        List<String> places = new ArrayList<>();
        for (int attempt = 0; attempt < ATTEMPTS && places.size() < count && bytes > 0; attempt++) {
            long at = random.nextLong(bytes);
            for (Path file : files) {
                long size = Files.size(file);
                if (at < size) {
                    if (flipBit(file, at, random.nextInt(Byte.SIZE))) {
                        places.add(directory.relativize(file) + " at " + at);
                    }
                    break;
                }
                at -= size;
            }
        }
        return places;
    }

    /** Whether a store reads the file: RocksDB tells people in LOG what it does. */
    private static boolean isRead(Path file) {
        return !String.valueOf(file.getFileName()).startsWith("LOG");
    }

    private static boolean flipBit(Path path, long offset, int bit) throws IOException {
        final int neighbours = 64;
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            long from = Math.max(0, offset - neighbours);
            byte[] around = new byte[(int) (Math.min(file.length(), offset + neighbours) - from)];
            file.seek(from);
            file.readFully(around);
            boolean isWritten = false;
            for (byte one : around) {
                isWritten |= one != 0;
            }
            if (isWritten) {
                file.seek(offset);
                file.write(around[(int) (offset - from)] ^ (1 << bit));
            }
            return isWritten;
        }
    }
}
