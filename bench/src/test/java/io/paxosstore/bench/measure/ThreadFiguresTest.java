package io.paxosstore.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.measure.ThreadFigures.Role;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

class ThreadFiguresTest {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    @Test
    void threadsAreToldApartByTheirNames() {
        assertEquals(Role.SHARDS, Role.of("node1-shard-1-1"));
        assertEquals(Role.LOG_WRITER, Role.of("paxosstore-log-"));
        assertEquals(Role.UPKEEP, Role.of("paxosstore-stor"));
        assertEquals(Role.COMPILER, Role.of("C2 CompilerThre"));
        assertEquals(Role.COLLECTOR, Role.of("GC Thread#0"));
        assertEquals(Role.OTHER, Role.of("main"));
    }

    @Test
    void aBusyThreadIsSeen() throws Exception {
        List<Long> self = List.of(ProcessHandle.current().pid());
        ThreadFigures before = ThreadFigures.of(self);
        AtomicBoolean done = new AtomicBoolean();
        Thread busy = Thread.ofPlatform().name("test-shard-1").start(() -> spin(done));
        try {
            long limit = System.nanoTime() + LIMIT_NANOS;
            long seen = 0;
            while (seen == 0 && System.nanoTime() - limit < 0) {
                seen = userNanos(self, before);
            }
            assertTrue(seen > 0, "the time of a thread that does nothing but run is counted");
        } finally {
            done.set(true);
            busy.join();
        }
    }

    private static long userNanos(List<Long> self, ThreadFigures before) throws IOException {
        return ThreadFigures.of(self).since(before).of(Role.SHARDS).userNanos();
    }

    private static void spin(AtomicBoolean done) {
        while (!done.get()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aProcessThatIsGoneIsAnError() {
        assertThrows(IOException.class, () -> ThreadFigures.of(List.of(Long.MAX_VALUE)));
    }
}
