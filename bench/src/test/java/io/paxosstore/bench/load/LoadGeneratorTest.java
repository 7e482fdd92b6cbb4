package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class LoadGeneratorTest {
    /** Answers some operations at once, some later, some never well. */
    private static final class FakeTarget implements LoadTarget {
        private final Set<String> written = ConcurrentHashMap.newKeySet();
        private final AtomicInteger calls = new AtomicInteger();
        private final int failEvery;

        FakeTarget(int failEvery) {
            this.failEvery = failEvery;
        }

        @Override
        public CompletableFuture<?> call(OperationKind kind, byte[] key, byte[] value) {
            return kind == OperationKind.WRITE ? fill(key, value) : answer();
        }

        @Override
        public CompletableFuture<?> fill(byte[] key, byte[] value) {
            assertEquals(16, value.length);
            written.add(new String(key, StandardCharsets.US_ASCII));
            return answer();
        }

        @Override
        public boolean isUnknown(Throwable failure) {
            return failure instanceof IllegalStateException;
        }

        private CompletableFuture<?> answer() {
            int call = calls.incrementAndGet();
            if (call % failEvery == 0) {
                return CompletableFuture.failedFuture(new IllegalStateException("unknown"));
            }
            return call % 2 == 0
                    ? CompletableFuture.completedFuture("now")
                    : new CompletableFuture<String>()
                            .completeOnTimeout("later", 1, TimeUnit.MILLISECONDS);
        }
    }

    private static LoadPlan plan(LoadPlan.Mode mode, int keyCount) {
        return plan(mode, 0, keyCount);
    }

    private static LoadPlan plan(LoadPlan.Mode mode, int perSecond, int keyCount) {
        return new LoadPlan(
                8,
                perSecond,
                mode,
                OperationMix.parse("write=50,read=50"),
                16,
                keyCount,
                KeyChooser.Distribution.UNIFORM,
                Duration.ZERO,
                Duration.ofMillis(200),
                1);
    }

    @ParameterizedTest
    @EnumSource(LoadPlan.Mode.class)
    void countsEveryOperationOnceWhoeverDrivesIt(LoadPlan.Mode mode) throws Exception {
        FakeTarget target = new FakeTarget(10);
        LoadPlan plan = plan(mode, 100);
        LoadRecorder seen = new LoadGenerator(plan, List.of(target)).run();

        long counted =
                seen.histogram(OperationKind.READ).getTotalCount()
                        + seen.histogram(OperationKind.WRITE).getTotalCount()
                        + seen.unknownErrors();
        assertEquals(0, seen.lateNanos().getTotalCount(), "nothing is ever due");
        assertTrue(seen.unknownErrors() > 0);
        assertEquals(0, seen.definiteErrors());
        assertTrue(counted > plan.clients(), "only " + counted);
        int late = target.calls.get() - (int) counted;
        assertTrue(late >= 0 && late <= plan.clients(), late + " ended after the window");

        String json = new LoadReport(plan, 1, seen).toJson();
        assertTrue(json.contains("\"errors\":{\"definite\":0,\"unknown\":" + seen.unknownErrors()));
    }

    @ParameterizedTest
    @EnumSource(LoadPlan.Mode.class)
    void noMoreIsBegunThanThePaceAllows(LoadPlan.Mode mode) throws Exception {
        FakeTarget target = new FakeTarget(Integer.MAX_VALUE);
        LoadRecorder seen = new LoadGenerator(plan(mode, 500, 100), List.of(target)).run();
        assertTrue(seen.lateNanos().getTotalCount() > 0, "clients waited until something was due");
        int calls = target.calls.get();
        assertTrue(calls > 0 && calls < 200, calls + " operations in 200 ms at 500 a second");
    }

    @Test
    void preloadWritesEveryKeyThroughFailures() throws Exception {
        FakeTarget target = new FakeTarget(3);
        new LoadGenerator(plan(LoadPlan.Mode.ASYNC, 1000), List.of(target)).preload();
        assertEquals(1000, target.written.size());
    }

    @Test
    void preloadGivesUpOnADeadTarget() {
        FakeTarget target = new FakeTarget(1);
        LoadGenerator generator =
                new LoadGenerator(plan(LoadPlan.Mode.ASYNC, 1000), List.of(target));
        assertThrows(IllegalStateException.class, generator::preload);
        assertTrue(target.calls.get() < 5_000);
    }
}
