package io.paxosstore.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.StateMachine;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.LinearizabilityChecker;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The workload and its checker notice what a broken store does. */
class WorkloadTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int CALLS = 4_000;

    /** Where the version is, in states and in results. */
    private static final int VERSION_OFFSET = 1;

    /** One copy of the data behind a lock, with the real machine; broken on demand. */
    private static final class LocalStore implements KvStore {
        @SuppressWarnings("ArrayRecordComponent")
        private record Entity(byte[] state, long entry) {}

        private final Map<String, Entity> entities = new ConcurrentHashMap<>();
        private final AtomicLong calls = new AtomicLong();
        private final CountDownLatch enough = new CountDownLatch(CALLS);
        private final int loseEvery;
        private final int unknownEvery;

        /** How many writes of a key in a row have the same version. */
        private final int sharing;

        LocalStore(int loseEvery, int unknownEvery) {
            this(loseEvery, unknownEvery, 1);
        }

        LocalStore(int loseEvery, int unknownEvery, int sharing) {
            this.loseEvery = loseEvery;
            this.unknownEvery = unknownEvery;
            this.sharing = sharing;
        }

        @Override
        public CallOutcome call(String key, KvCall call) throws InterruptedException {
            // Lets other clients come between.
            Thread.sleep(Duration.ofNanos(1_000));
            return execute(key, call);
        }

        private synchronized CallOutcome execute(String key, KvCall call) {
            long number = calls.incrementAndGet();
            enough.countDown();
            Entity entity = entities.getOrDefault(key, new Entity(StateMachine.NO_STATE, 0));
            return switch (call) {
                case KvCall.Read read ->
                        new CallOutcome.Answered(
                                KvAnswer.Seen.of(
                                        entity.entry(),
                                        KvState.value(entity.state()),
                                        KvState.version(entity.state())));
                case KvCall.Write write -> {
                    if (number > 1 && number % unknownEvery == 1) {
                        yield new CallOutcome.Unknown("lost on the way");
                    }
                    long entry = entity.entry() + 1;
                    var evaluated = new KvMachine().evaluate(entity.state(), write.command(), 0);
                    if (sharing > 1 && !Arrays.equals(evaluated.state(), entity.state())) {
                        long version = 1 + entry / sharing;
                        ByteBuffer.wrap(evaluated.state()).putLong(VERSION_OFFSET, version);
                        ByteBuffer.wrap(evaluated.result()).putLong(VERSION_OFFSET, version);
                    }
                    if (number % loseEvery != 0) {
                        entities.put(key, new Entity(evaluated.state(), entry));
                    }
                    if (number % unknownEvery == 0) {
                        yield new CallOutcome.Unknown("answer lost");
                    }
                    KvResult result = KvResult.decode(evaluated.result());
                    yield new CallOutcome.Answered(new KvAnswer.Written(result));
                }
            };
        }
    }

    private static Workload run(LocalStore store) throws Exception {
        List<WorkloadKey> keys = WorkloadKey.mixed(10);
        Workload workload = Workload.mixed(store, keys, 8, 3);
        workload.start();
        assertTrue(store.enough.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
        workload.stop(LIMIT);
        workload.readAll();
        return workload;
    }

    @Test
    void aSoundStoreIsLinearizable() throws Exception {
        Workload workload = run(new LocalStore(Integer.MAX_VALUE, Integer.MAX_VALUE));
        var verdict = workload.check();
        assertEquals(
                LinearizabilityChecker.Result.LINEARIZABLE,
                verdict.result(),
                verdict.explanation());
        assertEquals(workload.stats().succeeded(), workload.history().size());
    }

    @Test
    void unknownOutcomesAreFailuresButNoViolation() throws Exception {
        Workload workload = run(new LocalStore(Integer.MAX_VALUE, 400));
        var verdict = workload.check();
        assertEquals(
                LinearizabilityChecker.Result.LINEARIZABLE,
                verdict.result(),
                verdict.explanation());
        assertTrue(workload.stats().failed() > 0);
    }

    @Test
    void lostWritesAreFound() throws Exception {
        Workload workload = run(new LocalStore(50, Integer.MAX_VALUE));
        assertEquals(LinearizabilityChecker.Result.NOT_LINEARIZABLE, workload.check().result());
    }

    /** What a store did whose versions were the ids of entries, of which writes share one. */
    @Test
    void versionsThatWritesShareAreFound() throws Exception {
        Workload workload = run(new LocalStore(Integer.MAX_VALUE, Integer.MAX_VALUE, 3));
        assertEquals(LinearizabilityChecker.Result.NOT_LINEARIZABLE, workload.check().result());
    }

    @Test
    void aLostLastWriteIsFoundByTheReadsAtTheEnd() throws Exception {
        LocalStore store = new LocalStore(Integer.MAX_VALUE, Integer.MAX_VALUE);
        Workload workload =
                Workload.puts(store, List.of(new WorkloadKey("k", WorkloadKey.Kind.ITEM)), 8, 3);
        workload.start();
        assertTrue(store.enough.await(LIMIT.toSeconds(), TimeUnit.SECONDS));
        workload.stop(LIMIT);
        store.entities.clear();
        workload.readAll();
        assertEquals(LinearizabilityChecker.Result.NOT_LINEARIZABLE, workload.check().result());
    }
}
