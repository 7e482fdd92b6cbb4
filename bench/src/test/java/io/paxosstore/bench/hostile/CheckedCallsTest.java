package io.paxosstore.bench.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.measure.DiskWatch;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.PaxosStore;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** What a call of the well-behaved client counts as. */
final class CheckedCallsTest {
    private static final ClientOptions IMPATIENT =
            ClientOptions.builder().connectTimeout(Duration.ofMillis(1)).build();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @SuppressWarnings("NullAway.Init") // set by watch()
    private DiskWatch disk;

    @BeforeEach
    void watch() throws IOException {
        disk = DiskWatch.of(directory);
    }

    @AfterEach
    void watchNoMore() {
        disk.close();
    }

    @Test
    void anAnswerIsCounted() {
        CheckedCalls calls = new CheckedCalls(disk);
        assertTrue(calls.make("a get", () -> {}));
        assertEquals(1, calls.latencies().getTotalCount());
        assertEquals(0, calls.failed());
    }

    @Test
    void aFailureIsCounted() {
        CheckedCalls calls = new CheckedCalls(disk);
        assertFalse(
                calls.make(
                        "a get",
                        // Nobody listens there; the time is too short to ask again.
                        () -> PaxosStore.connect("localhost:1", IMPATIENT).close()));
        assertEquals(1, calls.failed() + calls.stalled());
        assertEquals(0, calls.wrong().size());
    }

    /** An answer that cannot be read is no reason to call no more, and none to be silent. */
    @Test
    void whateverElseIsThrownIsAWrongAnswer() {
        CheckedCalls calls = new CheckedCalls(disk);
        assertFalse(
                calls.make(
                        "a get of client-1",
                        () -> {
                            throw new IllegalArgumentException("3 bytes are no long");
                        }));
        assertEquals(0, calls.failed());
        assertEquals(1, calls.wrong().size());
        String wrong = calls.wrong().get(0);
        assertTrue(wrong.startsWith("a get of client-1 threw java.lang.IllegalArgument"), wrong);
        assertTrue(wrong.contains("3 bytes are no long at "), wrong);
        assertTrue(calls.make("a get", () -> {}), "and goes on");
    }
}
