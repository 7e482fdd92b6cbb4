package io.paxosstore.bench.workload;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.Operation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts effects: every acknowledged increment and every acknowledged element of a set is there
 * exactly once, those of unknown outcome at most once, and nothing else. The history must end with
 * a read of every key. Linearizability says the same; this says it in a way that a person can add
 * up, and for histories the checker cannot decide.
 */
public final class EffectCheck {
    private EffectCheck() {}

    /** What is wrong, a sentence each; empty when all is well. */
    public static List<String> problems(
            History<String, KvCall, KvAnswer> history, List<WorkloadKey> keys) {
        List<String> problems = new ArrayList<>();
        Map<String, List<Operation<KvCall, KvAnswer>>> byKey = history.byKey();
        for (WorkloadKey key : keys) {
            List<Operation<KvCall, KvAnswer>> operations =
                    byKey.getOrDefault(key.name(), List.of());
            KvAnswer.Seen last = null;
            long lastReturn = Long.MIN_VALUE;
            for (Operation<KvCall, KvAnswer> one : operations) {
                if (one.output() instanceof KvAnswer.Seen seen
                        && one.returned() != Operation.NEVER
                        && one.returned() > lastReturn) {
                    last = seen;
                    lastReturn = one.returned();
                }
            }
            if (last == null) {
                problems.add(key.name() + " was never read");
                continue;
            }
            String value = last.value();
            switch (key.kind()) {
                case TALLY -> tally(key.name(), operations, value == null ? "0" : value, problems);
                case SET -> set(key.name(), operations, value == null ? "" : value, problems);
                case ITEM, COUNTER, EXPIRING -> {}
            }
        }
        return problems;
    }

    private static void tally(
            String key,
            List<Operation<KvCall, KvAnswer>> operations,
            String value,
            List<String> problems) {
        long certain = 0;
        long possible = 0;
        for (Operation<KvCall, KvAnswer> one : operations) {
            if (one.input() instanceof KvCall.Write(KvOperation.Increment increment)) {
                possible += increment.delta();
                certain += one.isOpen() ? 0 : increment.delta();
            }
        }
        long counted = Long.parseLong(value);
        if (counted < certain || counted > possible) {
            problems.add(
                    "%s is %d; increments acknowledged sum up to %d, those of unknown outcome to %d"
                            .formatted(key, counted, certain, possible - certain));
        }
    }

    private static void set(
            String key,
            List<Operation<KvCall, KvAnswer>> operations,
            String value,
            List<String> problems) {
        Set<String> certain = new HashSet<>();
        Set<String> possible = new HashSet<>();
        for (Operation<KvCall, KvAnswer> one : operations) {
            if (one.input() instanceof KvCall.Write(KvOperation command)) {
                byte[] wanted =
                        switch (command) {
                            case KvOperation.CompareAndSet cas -> cas.value();
                            case KvOperation.PutIfAbsent put -> put.value();
                            default -> throw new IllegalArgumentException("no write of a set");
                        };
                if (one.isOpen()) {
                    possible.add(ElementSet.added(wanted));
                } else if (one.output() instanceof KvAnswer.Written(KvResult result)
                        && result.status() == WriteStatus.OK) {
                    certain.add(ElementSet.added(wanted));
                }
            }
        }
        Set<String> found = new HashSet<>();
        for (String element : value.isEmpty() ? List.<String>of() : ElementSet.elements(value)) {
            if (!found.add(element)) {
                problems.add(key + " holds " + element + " twice");
            }
            if (!certain.contains(element) && !possible.contains(element)) {
                problems.add(key + " holds " + element + ", which no write can have added");
            }
        }
        for (String element : certain) {
            if (!found.contains(element)) {
                problems.add(key + " has lost " + element + ", whose addition was acknowledged");
            }
        }
    }
}
