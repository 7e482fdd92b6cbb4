package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

class LoadRecorderTest {
    private static final long START = 5_000;
    private static final Window WINDOW = new Window(START, START + millis(1000));

    private static long millis(long count) {
        return TimeUnit.MILLISECONDS.toNanos(count);
    }

    @Test
    void countsOnlyWhatCompletesInsideTheWindow() {
        LoadRecorder recorder = new LoadRecorder(WINDOW);
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
        LoadRecorder recorder = new LoadRecorder(WINDOW);
        for (int at = 0; at < 1000; at += 2) {
            boolean gap = at >= 300 && at < 450;
            if (!gap) {
                recorder.success(OperationKind.WRITE, START, START + millis(at));
            }
        }
        assertEquals(151, recorder.longestGapMillis());
        for (int at = 1; at < 1000; at += 2) {
            boolean gap = at >= 300 && at < 450;
            if (!gap) {
                recorder.success(OperationKind.READ, START, START + millis(at));
            }
        }
        assertEquals(150, recorder.longestGapMillis());
    }

    @Test
    void nothingIsTooSlowToBeRecorded() {
        LoadRecorder recorder = new LoadRecorder(WINDOW);
        recorder.success(OperationKind.WRITE, START - TimeUnit.HOURS.toNanos(2), START + 1);
        double minutes =
                recorder.histogram(OperationKind.WRITE).getMaxValue()
                        / (double) TimeUnit.MINUTES.toNanos(1);
        assertEquals(10, minutes, 0.1);
    }

    @Test
    void aRunWithoutASuccessIsOneGap() {
        assertEquals(1000, new LoadRecorder(WINDOW).longestGapMillis());
    }
}
