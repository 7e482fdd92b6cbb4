package io.paxosstore.log.segment;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What tests of a {@link PlainLog} have in common: a disk, and one of the two formats. */
abstract class PlainLogTest {
    static final Path FIRST = PlainLog.DIRECTORY.resolve(SegmentPool.fileName(1));
    static final String LIST = "LIST";
    static final String FILLER = "f".repeat(1000);

    /** What {@link #writeFour} writes. */
    static final List<String> FOUR =
            List.of(
                    PlainLog.line("a", 1, "first value"),
                    PlainLog.line("b", 1, "second value"),
                    PlainLog.line("b", 2, "newer value"),
                    PlainLog.line("c", 1, "third value"));

    final SegmentFormat format;
    final CrashableFileSystem fs = new CrashableFileSystem(1);

    PlainLogTest(boolean statesKind) {
        format = new SegmentFormat(11, statesKind, LIST, 12);
    }

    final PlainLog read(CrashableFileSystem files) throws IOException {
        return new PlainLog(files, format, PlainLog.STORE);
    }

    final PlainLog open(CrashableFileSystem files) throws IOException {
        return read(files).begin();
    }

    static void writeFour(PlainLog log) {
        log.write(SteppedLog.chosen("a", 1, "first value"));
        log.write(SteppedLog.chosen("b", 1, "second value"));
        log.write(SteppedLog.chosen("b", 2, "newer value"));
        log.write(SteppedLog.chosen("c", 1, "third value"));
    }

    /** Four writes of one record each, proven by a mark, then the process is killed. */
    final CrashableFileSystem killed() throws IOException {
        PlainLog log = open(fs);
        writeFour(log);
        log.idle();
        return fs.killProcess();
    }

    /** The four but one. */
    static List<String> without(int index) {
        List<String> left = new ArrayList<>(FOUR);
        left.remove(index);
        return left;
    }

    static int indexOf(CrashableFileSystem files, String text) {
        String content = new String(files.content(FIRST), StandardCharsets.ISO_8859_1);
        int at = content.indexOf(text);
        assertTrue(at > 0, () -> text + " is not in " + FIRST);
        return at;
    }

    /** Fills segments until so many have ended. */
    static void fill(PlainLog log, int segments) {
        for (int i = 1; log.sealed.size() < segments; i++) {
            log.write(SteppedLog.chosen("filler", i, i + FILLER));
        }
    }
}
