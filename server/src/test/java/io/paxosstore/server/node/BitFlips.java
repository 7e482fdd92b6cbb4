package io.paxosstore.server.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Flips single bits in the files of a store that no node has open. Not thread-safe. */
final class BitFlips {
    /** Data files are hit so often; else each of the other kinds as often as any other. */
    private static final int DATA_PERCENT = 60;

    /** Of the hits in a file, these are in its written part; the rest are anywhere. */
    private static final int WRITTEN_PERCENT = 85;

    private static final String HINT = ".hint";

    /** So often the hints are lost before, as when a node is killed before it has written them. */
    private static final int WITHOUT_HINTS_PERCENT = 25;

    private final Random random;
    private final Map<String, Integer> hits = new TreeMap<>();

    BitFlips(Random random) {
        this.random = random;
    }

    /** How often each kind of file was hit. */
    Map<String, Integer> hits() {
        return hits;
    }

    /**
     * Flips one bit.
     *
     * @return where
     */
    String flipOne(Path store) throws IOException {
        boolean isWithoutHints = random.nextInt(100) < WITHOUT_HINTS_PERCENT;
        Map<String, List<Path>> kinds = new TreeMap<>();
        try (Stream<Path> all = Files.list(store)) {
            for (Path file : all.sorted().toList()) {
                if (isWithoutHints && file.toString().endsWith(HINT)) {
                    Files.delete(file);
                } else if (Files.size(file) > 0) {
                    kinds.computeIfAbsent(kind(file), kind -> new ArrayList<>()).add(file);
                }
            }
        }
        List<String> names = new ArrayList<>(kinds.keySet());
        String kind = names.get(random.nextInt(names.size()));
        if (random.nextInt(100) < DATA_PERCENT) {
            kind = biggest(kinds);
        }
        List<Path> files = kinds.getOrDefault(kind, List.of());
        Path file = files.get(random.nextInt(files.size()));
        byte[] content = Files.readAllBytes(file);
        int end = content.length;
        if (random.nextInt(100) < WRITTEN_PERCENT) {
            end = Math.max(1, written(content));
        }
        int at = random.nextInt(end);
        int bit = random.nextInt(Byte.SIZE);
        content[at] ^= (byte) (1 << bit);
        Files.write(file, content);
        hits.merge(kind, 1, Integer::sum);
        return "bit %d of byte %d of %s (%d bytes%s)"
                .formatted(bit, at, file, content.length, isWithoutHints ? ", without hints" : "");
    }

    private static String kind(Path file) {
        return String.valueOf(file.getFileName()).replaceAll("[0-9a-f]{8,}|[0-9]+", "N");
    }

    private static String biggest(Map<String, List<Path>> kinds) throws IOException {
        String biggest = "";
        long most = -1;
        for (Map.Entry<String, List<Path>> kind : kinds.entrySet()) {
            long bytes = 0;
            for (Path file : kind.getValue()) {
                bytes += Files.size(file);
            }
            if (bytes > most) {
                most = bytes;
                biggest = kind.getKey();
            }
        }
        return biggest;
    }

    private static int written(byte[] content) {
        int end = content.length;
        while (end > 0 && content[end - 1] == 0) {
            end--;
        }
        return end;
    }
}
