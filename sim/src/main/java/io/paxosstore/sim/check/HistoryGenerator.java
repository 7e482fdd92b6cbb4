package io.paxosstore.sim.check;

import io.paxosstore.core.RandomSource;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.protocol.model.KvOperation;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes histories of one key from a seed: concurrent clients on a real {@link KvMachine}, some
 * calls without an answer; and, in most of them, one flaw such as a real bug would leave. A flaw
 * may happen to be explainable: whether a history is linearizable is what a checker has to say.
 */
public final class HistoryGenerator {
    private static final int CLIENTS_MAX = 6;
    private static final int CALLS_MAX = 30;
    private static final double UNKNOWN_CHANCE = 0.12;

    /** What is wrong with a history. */
    public enum Flaw {
        /** Nothing: the history is linearizable. */
        NONE,
        /** A write is answered and has no effect. */
        LOST_WRITE,
        /** A write takes effect twice. */
        EXECUTED_TWICE,
        /** A read is answered from an older state. */
        STALE_READ,
        /** A call takes effect before it was made, or after it was answered. */
        WRONG_TIME,
        /** Two calls have each other's answers. */
        SWAPPED_ANSWERS,
        /** An answer has a version that is off by one. */
        WRONG_VERSION
    }

    /** A history and how it was made. */
    public record Generated(long seed, Flaw flaw, List<Operation<KvCall, KvAnswer>> operations) {}

    /** A call while it is made. */
    private static final class Made {
        final int client;
        final KvCall call;
        final long invoked;
        final long effectAt;
        final long returned;
        final boolean isUnknown;
        final boolean hasEffect;
        @Nullable KvAnswer answer;

        Made(
                int client,
                KvCall call,
                long invoked,
                long effectAt,
                long returned,
                boolean isUnknown,
                boolean hasEffect) {
            this.client = client;
            this.call = call;
            this.invoked = invoked;
            this.effectAt = effectAt;
            this.returned = returned;
            this.isUnknown = isUnknown;
            this.hasEffect = hasEffect;
        }
    }

    private final RandomSource random;
    private final KvMachine machine = new KvMachine();
    private final List<byte[]> states = new ArrayList<>();

    private HistoryGenerator(long seed) {
        this.random = new RandomSource(seed);
    }

    /** The history of a seed. */
    public static Generated generate(long seed) {
        return new HistoryGenerator(seed).make(seed);
    }

    private Generated make(long seed) {
        Flaw[] flaws = Flaw.values();
        Flaw flaw = random.chance(0.3) ? Flaw.NONE : flaws[random.nextInt(flaws.length)];
        List<Made> calls = calls();
        List<Made> byEffect = new ArrayList<>(calls);
        int flawed = random.nextInt(calls.size());
        if (flaw == Flaw.WRONG_TIME) {
            Made moved = byEffect.remove(flawed);
            byEffect.sort((a, b) -> Long.compare(a.effectAt, b.effectAt));
            byEffect.add(random.nextInt(byEffect.size() + 1), moved);
        } else {
            byEffect.sort((a, b) -> Long.compare(a.effectAt, b.effectAt));
        }
        states.add(StateMachine.NO_STATE);
        for (Made one : byEffect) {
            execute(one, one == calls.get(flawed) ? flaw : Flaw.NONE);
        }
        if (flaw == Flaw.SWAPPED_ANSWERS) {
            swapAnswers(calls, calls.get(flawed));
        }
        List<Operation<KvCall, KvAnswer>> operations = new ArrayList<>();
        for (Made one : calls) {
            KvAnswer answer = one.answer;
            operations.add(
                    one.isUnknown || answer == null
                            ? Operation.unknown(one.client, one.call, one.invoked)
                            : new Operation<>(
                                    one.client, one.call, answer, one.invoked, one.returned));
        }
        return new Generated(seed, flaw, operations);
    }

    private List<Made> calls() {
        int clients = 2 + random.nextInt(CLIENTS_MAX - 1);
        int count = 4 + random.nextInt(CALLS_MAX - 3);
        long[] free = new long[clients];
        List<Made> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int client = random.nextInt(clients);
            long invoked = free[client] + random.nextInt(10);
            long effectAt = invoked + random.nextInt(20);
            long returned = effectAt + random.nextInt(20);
            KvCall call = call(i);
            boolean isUnknown = call instanceof KvCall.Write && random.chance(UNKNOWN_CHANCE);
            if (isUnknown && random.chance(0.5)) {
                effectAt += random.nextInt(200);
            }
            boolean hasEffect = !isUnknown || random.chance(0.6);
            free[client] = returned + 1;
            calls.add(new Made(client, call, invoked, effectAt, returned, isUnknown, hasEffect));
        }
        return calls;
    }

    private KvCall call(int number) {
        byte[] fresh = bytes(random.chance(0.5) ? Integer.toString(number) : "v" + number);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> new KvCall.Write(new KvOperation.Put(fresh, 0));
            case 3 -> new KvCall.Write(new KvOperation.PutIfAbsent(fresh, 0));
            case 4 ->
                    new KvCall.Write(
                            new KvOperation.CompareAndSet(
                                    bytes(Integer.toString(random.nextInt(number + 1))), fresh, 0));
            case 5 ->
                    new KvCall.Write(
                            new KvOperation.CompareVersionAndSet(
                                    random.nextInt(number + 2), fresh, 0));
            case 6 -> new KvCall.Write(new KvOperation.Delete());
            case 7 ->
                    new KvCall.Write(
                            new KvOperation.CompareVersionAndDelete(
                                    1 + random.nextInt(number + 1)));
            case 8, 9 -> new KvCall.Write(new KvOperation.Increment(1 + random.nextInt(3), 0));
            default -> new KvCall.Read();
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private void execute(Made one, Flaw flaw) {
        if (!one.hasEffect) {
            return;
        }
        byte[] state = states.getLast();
        switch (one.call) {
            case KvCall.Read read -> {
                byte[] seen =
                        flaw == Flaw.STALE_READ ? states.get(random.nextInt(states.size())) : state;
                long version = KvState.version(seen);
                KvAnswer.Seen answer = KvAnswer.Seen.of(0, KvState.value(seen), version);
                one.answer =
                        flaw == Flaw.WRONG_VERSION && version > 0
                                ? new KvAnswer.Seen(0, answer.value(), version + 1)
                                : answer;
            }
            case KvCall.Write write -> {
                KvResult result = execute(state, write.command());
                if (flaw == Flaw.LOST_WRITE) {
                    states.add(state);
                }
                if (flaw == Flaw.EXECUTED_TWICE) {
                    result = execute(states.getLast(), write.command());
                }
                one.answer =
                        new KvAnswer.Written(
                                flaw == Flaw.WRONG_VERSION && result.version() > 0
                                        ? new KvResult(
                                                result.status(),
                                                result.version() + 1,
                                                result.number())
                                        : result);
            }
        }
    }

    private KvResult execute(byte[] state, KvOperation command) {
        StateMachine.Evaluation evaluation = machine.evaluate(state, command, 0);
        states.add(evaluation.state());
        return KvResult.decode(evaluation.result());
    }

    /** Gives a call the answer of another one of its kind. */
    private static void swapAnswers(List<Made> calls, Made one) {
        for (Made other : calls) {
            if (other != one
                    && other.answer != null
                    && one.answer != null
                    && other.answer.getClass() == one.answer.getClass()) {
                KvAnswer answer = one.answer;
                one.answer = other.answer;
                other.answer = answer;
                return;
            }
        }
    }
}
