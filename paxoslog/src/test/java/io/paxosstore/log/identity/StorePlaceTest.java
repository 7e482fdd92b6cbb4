package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileMark;
import io.paxosstore.log.fs.FileSystem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A copy of the directory of a node that ran has forgotten what that node voted afterwards. */
final class StorePlaceTest {
    @TempDir private Path root = Path.of("set by JUnit");

    private Path node() {
        return root.resolve("node");
    }

    private Path other() {
        return root.resolve("other");
    }

    @BeforeEach
    void filesHaveMarks() throws IOException {
        FileMark mark = FileSystem.real().mark(Files.createFile(root.resolve("file")));
        assumeTrue(mark != null && mark.birthNanos() != 0, "no marks here");
    }

    @Test
    void aCopyOfARunningOrKilledNodesDirectoryIsRefused() throws IOException {
        try (NodeIdentity running = open(node())) {
            copy(node(), other());
            assertTrue(running.isFresh());
        }
        refuses(other());
        copy(node(), root.resolve("later")); // it was killed meanwhile
        refuses(root.resolve("later"));
        open(node()).close(); // what was copied is what it was
    }

    @Test
    void aCopyInThePlaceOfTheOriginalIsRefused() throws IOException {
        open(node()).close();
        copy(node(), other());
        open(node()).close();
        delete(node());
        copy(other(), node());
        refuses(node());
    }

    @Test
    void aCopyOfWhatHasEndedInOrderIsTheNodeFromThenOn() throws IOException {
        open(node()).close(true);
        copy(node(), other());
        open(other()).close();
        open(other()).close();
        copy(other(), root.resolve("again"));
        refuses(root.resolve("again"));
    }

    @Test
    void whoeverKnowsThatTheNodeNeverRanAgainDeletesTheFile() throws IOException {
        open(node()).close();
        copy(node(), other());
        Files.delete(other().resolve(StorePlace.FILE));
        open(other()).close();
        open(other()).close();
        assertTrue(Files.exists(other().resolve(StorePlace.FILE)), "it is guarded again");
    }

    @Test
    void aDirectoryThatWasMovedOrIsOfAnEarlierReleaseIsNoCopy() throws IOException {
        open(node()).close();
        Files.move(node(), other());
        open(other()).close();
        Files.delete(other().resolve(StorePlace.FILE));
        open(other()).close();
        Files.write(other().resolve(StorePlace.FILE), new byte[5]); // a crash has cut it
        open(other()).close();
        open(other()).close();
        assertEquals(28, Files.size(other().resolve(StorePlace.FILE)));
    }

    private static void refuses(Path directory) {
        StoreOpenException refused =
                assertThrows(StoreOpenException.class, () -> open(directory).close());
        String sentence = String.valueOf(refused.getMessage());
        for (String word : List.of(directory.toString(), "copy", "empty directory", "PLACE")) {
            assertTrue(sentence.contains(word), sentence);
        }
        assertFalse(sentence.contains("\n"), sentence);
    }

    private static NodeIdentity open(Path directory) throws IOException {
        NodeIdentity identity =
                NodeIdentity.open(
                        IdentityConfig.of(directory, "test", 1, 1),
                        FileSystem.real(),
                        StorageEngine.Listener.NONE,
                        IdentityEnvironment.system());
        identity.begin(() -> {});
        assertNotNull(identity.storeId());
        return identity;
    }

    /** As {@code cp -a} does it. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
