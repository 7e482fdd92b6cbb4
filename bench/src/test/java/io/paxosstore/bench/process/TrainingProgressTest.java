package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.cli.progress.Progress;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** What somebody reads who waits for the first start. */
final class TrainingProgressTest {
    private final AtomicLong clock = new AtomicLong(7);
    private final TrainingProgress progress = new TrainingProgress(clock::get);

    @Test
    void theTimeLeftGoesDownWithinAStepAndNeverBelowWhatIsToCome() {
        long whole =
                Arrays.stream(TrainingStep.values()).mapToLong(s -> s.usual().toMillis()).sum();
        assertEquals(whole, progress.now().leftMillis());
        pass(TrainingStep.STARTING.usual().dividedBy(2));
        long half = TrainingStep.STARTING.usual().toMillis() / 2;
        assertEquals(whole - half, progress.now().leftMillis());
        pass(Duration.ofMinutes(10));
        assertEquals(
                whole - TrainingStep.STARTING.usual().toMillis(),
                progress.now().leftMillis(),
                "a step that takes longer than usual");
    }

    @Test
    void aStepThatBeginsIsNamedAndThoseBeforeItAreDone() {
        progress.began(TrainingStep.KEEPING);
        Progress now = progress.now();
        assertEquals(TrainingStep.values().length - 1, now.done());
        assertEquals(TrainingStep.values().length, now.total());
        assertTrue(now.what().contains(TrainingStep.KEEPING.title()), now.what());
        assertEquals(TrainingStep.KEEPING.usual().toMillis(), now.leftMillis());
    }

    @Test
    void aLineOfOutputThatIsNoStepIsNone() {
        assertEquals(TrainingStep.KEYS, TrainingStep.of("training step: KEYS"));
        assertNull(TrainingStep.of("training step: keys"));
        assertNull(TrainingStep.of("Exception in thread main"));
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
