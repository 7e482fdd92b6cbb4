package io.paxosstore.sim.check;

import io.paxosstore.core.kv.KvCommand;
import io.paxosstore.core.kv.KvResult;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * One key as clients see it: a register with compare-and-set, versions, increments and deletion,
 * negative answers included (Rule R3). Written apart from {@code KvMachine}, to which it is the
 * naive twin. Expiry is not modelled: histories must not outlive the times to live in them.
 */
public final class KvModel implements Model<KvModel.State, KvCall, KvAnswer> {
    private static final long NOT_KNOWN = -1;

    /**
     * A key's state.
     *
     * @param value the value, one char per byte; null when absent
     * @param version the key's version, 0 when absent, -1 while no answer has told it
     * @param entryMin an entry id that the newest change is not below
     */
    public record State(@Nullable String value, long version, long entryMin) {}

    @Override
    public State initial() {
        return new State(null, 0, 0);
    }

    @Override
    public void step(
            State state, KvCall call, @Nullable KvAnswer answer, Consumer<? super State> next) {
        switch (call) {
            case KvCall.Read read -> {
                if (answer instanceof KvAnswer.Seen seen) {
                    read(state, seen, next);
                }
            }
            case KvCall.Write write -> {
                if (answer == null) {
                    unknown(state, write.command(), next);
                } else if (answer instanceof KvAnswer.Written written) {
                    write(state, write.command(), written.result(), next);
                }
            }
        }
    }

    private static void read(State state, KvAnswer.Seen seen, Consumer<? super State> next) {
        if (seen.value() == null ? state.value() != null : !seen.value().equals(state.value())) {
            return;
        }
        State told = pin(state, seen.version());
        if (told == null || (seen.entry() != 0 && seen.entry() < told.entryMin())) {
            return;
        }
        next.accept(
                new State(told.value(), told.version(), Math.max(told.entryMin(), seen.entry())));
    }

    /** The state once an answer has told the key's version; null if that cannot be its version. */
    private static @Nullable State pin(State state, long version) {
        if (state.version() != NOT_KNOWN) {
            return state.version() == version ? state : null;
        }
        return version >= state.entryMin() && version > 0
                ? new State(state.value(), version, version)
                : null;
    }

    private static void write(
            State state, KvCommand command, KvResult result, Consumer<? super State> next) {
        State before = state;
        if (command instanceof KvCommand.CompareVersionAndSet cas
                && result.status() == KvResult.Status.OK) {
            before = pin(state, cas.expectedVersion());
        } else if (command instanceof KvCommand.CompareVersionAndDelete cas
                && result.status() == KvResult.Status.OK) {
            before = pin(state, cas.expectedVersion());
        } else if (result.status() != KvResult.Status.OK) {
            before = pin(state, result.version());
        }
        if (before == null) {
            return;
        }
        Effect effect = effect(before, command);
        if (effect.status() != result.status()) {
            return;
        }
        if (result.status() != KvResult.Status.OK) {
            next.accept(before);
            return;
        }
        if (result.version() < before.entryMin() || effect.number() != result.number()) {
            return;
        }
        next.accept(
                new State(
                        effect.value(),
                        effect.value() == null ? 0 : result.version(),
                        result.version()));
    }

    /** The command took effect, nobody knows when; a compared version counts as matching. */
    private static void unknown(State state, KvCommand command, Consumer<? super State> next) {
        State before = state;
        if (state.version() == NOT_KNOWN) {
            if (command instanceof KvCommand.CompareVersionAndSet cas) {
                before = pin(state, cas.expectedVersion());
            } else if (command instanceof KvCommand.CompareVersionAndDelete cas) {
                before = pin(state, cas.expectedVersion());
            }
        }
        if (before == null) {
            return;
        }
        Effect effect = effect(before, command);
        if (effect.status() == KvResult.Status.OK) {
            next.accept(
                    new State(
                            effect.value(),
                            effect.value() == null ? 0 : NOT_KNOWN,
                            before.entryMin()));
        }
    }

    private record Effect(KvResult.Status status, @Nullable String value, long number) {
        static Effect set(byte[] value) {
            return new Effect(
                    KvResult.Status.OK, new String(value, StandardCharsets.ISO_8859_1), 0);
        }

        static Effect none(KvResult.Status status) {
            return new Effect(status, null, 0);
        }
    }

    private static Effect effect(State state, KvCommand command) {
        String value = state.value();
        KvResult.Status mismatch =
                value == null ? KvResult.Status.NOT_FOUND : KvResult.Status.CONFLICT;
        return switch (command) {
            case KvCommand.Put put -> Effect.set(put.value());
            case KvCommand.PutIfAbsent put ->
                    value == null ? Effect.set(put.value()) : Effect.none(KvResult.Status.CONFLICT);
            case KvCommand.CompareAndSet cas ->
                    new String(cas.expected(), StandardCharsets.ISO_8859_1).equals(value)
                            ? Effect.set(cas.value())
                            : Effect.none(mismatch);
            case KvCommand.CompareVersionAndSet cas ->
                    state.version() == cas.expectedVersion()
                            ? Effect.set(cas.value())
                            : Effect.none(mismatch);
            case KvCommand.Delete delete ->
                    value == null
                            ? Effect.none(KvResult.Status.NOT_FOUND)
                            : Effect.none(KvResult.Status.OK);
            case KvCommand.CompareVersionAndDelete delete ->
                    value != null && state.version() == delete.expectedVersion()
                            ? Effect.none(KvResult.Status.OK)
                            : Effect.none(mismatch);
            case KvCommand.Increment increment -> increment(value, increment.delta());
        };
    }

    private static Effect increment(@Nullable String value, long delta) {
        long before = 0;
        if (value != null) {
            if (value.isEmpty() || value.charAt(0) > '9') {
                return Effect.none(KvResult.Status.NOT_A_NUMBER); // spares most exceptions
            }
            try {
                before = Long.parseLong(value);
            } catch (NumberFormatException e) {
                return Effect.none(KvResult.Status.NOT_A_NUMBER);
            }
        }
        try {
            long sum = Math.addExact(before, delta);
            return new Effect(KvResult.Status.OK, Long.toString(sum), sum);
        } catch (ArithmeticException e) {
            return Effect.none(KvResult.Status.NUMBER_OVERFLOW);
        }
    }
}
