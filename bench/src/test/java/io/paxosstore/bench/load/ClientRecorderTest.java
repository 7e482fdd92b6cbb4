package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

class ClientRecorderTest {
    private static final long START = 5_000;
    private static final Window WINDOW = new Window(START, START + millis(1000));

    private static long millis(long count) {
        return TimeUnit.MILLISECONDS.toNanos(count);
    }

    @Test
    void countsOnlyWhatCompletesInsideTheWindow() {
        ClientRecorder recorder = new ClientRecorder(WINDOW);
        recorder.success(OperationKind.READ, START - 10, START - 1);
        recorder.success(OperationKind.READ, START - 10, START);
        recorder.success(OperationKind.WRITE, START, START + millis(1000));
        recorder.failure(true, START + 1);
        recorder.failure(false, START - 1);

        assertEquals(1, recorder.histogram(OperationKind.READ).getTotalCount());
        assertEquals(0, recorder.histogram(OperationKind.WRITE).getTotalCount());
        assertEquals(1, recorder.unknownErrors());
        assertEquals(0, recorder.definiteErrors());
    }

    @Test
    void theGapIsWhereNoClientSucceeded() {
        ClientRecorder one = new ClientRecorder(WINDOW);
        ClientRecorder other = new ClientRecorder(WINDOW);
        for (int at = 0; at < 1000; at += 2) {
            boolean gap = at >= 300 && at < 450;
            if (!gap) {
                one.success(OperationKind.WRITE, START, START + millis(at));
                other.success(OperationKind.WRITE, START, START + millis(at + 1));
            }
        }
        assertEquals(151, one.longestGapMillis());
        one.add(other);
        assertEquals(150, one.longestGapMillis());
    }

    @Test
    void aRunWithoutASuccessIsOneGap() {
        assertEquals(1000, new ClientRecorder(WINDOW).longestGapMillis());
    }
}
