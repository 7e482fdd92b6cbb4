package io.paxosstore.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keys that nobody can decide are found, whichever call shows it. */
class FreshKeysTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int ANSWERS = 300;

    /** A store that answers, but for some keys. */
    private record Answering(Set<String> unreadable, Set<String> unwritable) implements KvStore {
        @Override
        public CallOutcome call(String key, KvCall call) {
            return switch (call) {
                case KvCall.Read read ->
                        unreadable.contains(key)
                                ? new CallOutcome.NotDone("no majority")
                                : new CallOutcome.Answered(KvAnswer.Seen.of(0, null, 0));
                case KvCall.Write(KvOperation command) ->
                        unwritable.contains(key)
                                ? new CallOutcome.Unknown("no majority")
                                : new CallOutcome.Answered(
                                        new KvAnswer.Written(new KvResult(WriteStatus.OK, 1, 0)));
            };
        }
    }

    private static FreshKeys run() throws Exception {
        FreshKeys fresh = new FreshKeys();
        for (int id = 1; id <= 3; id++) {
            fresh.writer(new Answering(Set.of(), Set.of()), id, Duration.ofMillis(1), id);
        }
        fresh.start();
        fresh.stats().awaitAnswers(ANSWERS, LIMIT);
        fresh.stop(LIMIT);
        return fresh;
    }

    @Test
    void keysAreFreshAndSomeAreEverybodys() throws Exception {
        List<String> names = run().names();
        assertTrue(names.size() > ANSWERS / 4, names::toString);
        assertTrue(names.stream().anyMatch(name -> name.startsWith("fresh-shared-")));
        assertTrue(names.stream().anyMatch(name -> name.startsWith("fresh-2-")));
    }

    @Test
    void aKeyThatCannotBeReadOrWrittenSomewhereIsFound() throws Exception {
        FreshKeys fresh = run();
        KvStore sound = new Answering(Set.of(), Set.of());
        assertEquals(List.of(), fresh.undecided(List.of(sound, sound)));
        Set<String> stuck = ConcurrentHashMap.newKeySet();
        stuck.add(fresh.names().getFirst());
        List<String> unread = fresh.undecided(List.of(sound, new Answering(stuck, Set.of())));
        assertEquals(List.of(stuck.iterator().next() + " cannot be read: no majority"), unread);
        List<String> unwritten = fresh.undecided(List.of(new Answering(Set.of(), stuck)));
        assertEquals(
                List.of(
                        stuck.iterator().next()
                                + " cannot be written: unknown outcome: no majority"),
                unwritten);
    }
}
