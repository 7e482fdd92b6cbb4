package io.paxosstore.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * What a process has printed. It is read as a stream, however long it is, and one byte is one
 * character: a process that is killed may leave half of one.
 */
record LogFile(Path path) {
    private static final int TAIL_LINES = 30;

    /**
     * The first line with these characters in it.
     *
     * @throws IOException when the file cannot be read
     */
    Optional<String> line(String part) throws IOException {
        try (BufferedReader in = reader()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.contains(part)) {
                    return Optional.of(line);
                }
            }
            return Optional.empty();
        }
    }

    /** The last lines; why there are none, if the file cannot be read. */
    String tail() {
        Deque<String> last = new ArrayDeque<>();
        try (BufferedReader in = reader()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                last.addLast(line);
                if (last.size() > TAIL_LINES) {
                    last.removeFirst();
                }
            }
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
        return String.join("\n", last);
    }

    private BufferedReader reader() throws IOException {
        return Files.newBufferedReader(path, StandardCharsets.ISO_8859_1);
    }
}
