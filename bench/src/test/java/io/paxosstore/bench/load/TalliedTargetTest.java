package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class TalliedTargetTest {
    private static final byte[] BYTES = {};

    private final Seconds seconds = new Seconds(Duration.ofSeconds(3));
    private final CompletableFuture<String> answer = new CompletableFuture<>();
    private final TalliedTarget target =
            new TalliedTarget(
                    new LoadTarget() {
                        @Override
                        public CompletableFuture<?> call(
                                OperationKind kind, byte[] key, byte[] value) {
                            return answer;
                        }

                        @Override
                        public CompletableFuture<?> fill(byte[] key, byte[] value) {
                            return answer;
                        }

                        @Override
                        public boolean isUnknown(Throwable failure) {
                            return true;
                        }
                    },
                    seconds);

    @Test
    void whatIsAnsweredAndWhatFailsIsCountedByItself() {
        CompletableFuture<?> call = target.call(OperationKind.READ, BYTES, BYTES);
        assertEquals(0, seconds.between(0, 3).answered());
        answer.complete("done");
        assertTrue(call.isDone());
        assertEquals(1, seconds.between(0, 3).answered());
        assertEquals(0, seconds.between(0, 3).failed());
    }

    @Test
    void aFailureIsNoAnswer() {
        CompletableFuture<?> call = target.call(OperationKind.READ, BYTES, BYTES);
        answer.completeExceptionally(new IllegalStateException("refused"));
        assertTrue(call.isCompletedExceptionally());
        assertEquals(0, seconds.between(0, 3).answered());
        assertEquals(1, seconds.between(0, 3).failed());
    }

    /** Else a wait of many seconds would be nobody's. */
    @Test
    void aWaitBelongsToTheSecondInWhichItEnds() {
        long now = System.nanoTime();
        long second = TimeUnit.SECONDS.toNanos(1);
        seconds.ended(true, now, now + second);
        seconds.ended(true, now - second, now + second);
        seconds.ended(true, now, now + 100 * second);
        int at = seconds.at(now + second);
        Seconds.Part part = seconds.between(at, at + 1);
        assertEquals(2, part.answered());
        assertEquals(2 * second, part.longestNanos());
        assertEquals(2, part.perSecond());
        assertFalse(seconds.at(now + 100 * second) > 3, "what is later is in the last one");
    }
}
