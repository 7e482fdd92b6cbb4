package io.paxosstore.sim.check;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One key as clients see it: a register with compare-and-set, versions, increments, deletion and
 * expiry, negative answers included (Rule R3). Written apart from {@code KvMachine}, to which it is
 * the naive twin.
 *
 * <p>Each write that takes effect, a removal too, has the next version: no two writes share one,
 * whatever entries they came in, and what has none of its own (a negative answer, an expiry) uses
 * none up.
 *
 * <p>A value with a short time to live may be gone at any moment, since nobody knows by whose
 * clock; but once anybody was told so, it is gone for everybody. Values with longer ones stay:
 * histories must not outlive these.
 */
public final class KvModel implements Model<KvModel.State, KvCall, KvAnswer> {
    private final long shortMillisMax;
    private final long momentMillisMax;

    /** A model in which no time to live ends. */
    public KvModel() {
        this(0);
    }

    /**
     * A model in which any moment may have come.
     *
     * @param shortMillisMax values with a time to live up to this one may expire
     */
    public KvModel(long shortMillisMax) {
        this(shortMillisMax, Long.MAX_VALUE);
    }

    /**
     * @param shortMillisMax values with a time to live up to this one may expire
     * @param momentMillisMax values that end up to this moment, milliseconds since 1970, may expire
     */
    public KvModel(long shortMillisMax, long momentMillisMax) {
        this.shortMillisMax = shortMillisMax;
        this.momentMillisMax = momentMillisMax;
    }

    /**
     * A key's state.
     *
     * @param value the value, one char per byte; null when absent
     * @param changes how many writes have taken effect: the version of the last one
     * @param mayExpire whether the value may be gone without a write
     * @param entryMin an entry id that was told to a reader
     */
    public record State(@Nullable String value, long changes, boolean mayExpire, long entryMin) {
        /** What a client is told for a version. */
        long version() {
            return value == null ? 0 : changes;
        }

        private State expired() {
            return new State(null, changes, false, entryMin);
        }
    }

    @Override
    public State initial() {
        return new State(null, 0, false, 0);
    }

    @Override
    public Function<KvCall, Object> kinds(List<Operation<KvCall, KvAnswer>> history) {
        return new KvKinds(history);
    }

    @Override
    public void step(
            State state, KvCall call, @Nullable KvAnswer answer, Consumer<? super State> next) {
        if (state.mayExpire()) {
            after(state.expired(), call, answer, next);
        }
        after(state, call, answer, next);
    }

    private void after(
            State state, KvCall call, @Nullable KvAnswer answer, Consumer<? super State> next) {
        switch (call) {
            case KvCall.Read read -> {
                if (answer instanceof KvAnswer.Seen seen) {
                    read(state, seen, next);
                }
            }
            case KvCall.Write write -> {
                KvResult told =
                        answer instanceof KvAnswer.Written written ? written.result() : null;
                write(state, write.command(), told, next);
            }
        }
    }

    private static void read(State state, KvAnswer.Seen seen, Consumer<? super State> next) {
        if (Objects.equals(seen.value(), state.value())
                && seen.version() == state.version()
                && (seen.entry() == 0 || seen.entry() >= state.entryMin())) {
            long entryMin = Math.max(state.entryMin(), seen.entry());
            next.accept(new State(state.value(), state.changes(), state.mayExpire(), entryMin));
        }
    }

    /**
     * @param told null if nobody was told what became of the command
     */
    private void write(
            State state,
            KvOperation command,
            @Nullable KvResult told,
            Consumer<? super State> next) {
        Effect effect = effect(state, command);
        boolean done = effect.status() == WriteStatus.OK;
        long version = done ? state.changes() + 1 : state.version();
        if (told != null
                && (told.status() != effect.status()
                        || told.version() != version
                        || told.number() != effect.number())) {
            return;
        }
        if (done) {
            boolean mayExpire = effect.value() != null && mayExpire(state, command);
            next.accept(new State(effect.value(), version, mayExpire, state.entryMin()));
        } else if (told != null) {
            next.accept(state);
        }
    }

    private boolean mayExpire(State before, KvOperation command) {
        return switch (command) {
            case KvOperation.Put put -> isShort(put.ttlMillis());
            case KvOperation.PutIfAbsent put -> isShort(put.ttlMillis());
            case KvOperation.CompareAndSet cas -> isShort(cas.ttlMillis());
            case KvOperation.CompareVersionAndSet cas -> isShort(cas.ttlMillis());
            // At any moment: the model has no clock.
            case KvOperation.CompareVersionAndSetUntil cas ->
                    cas.expiresAtMillis() != 0 && cas.expiresAtMillis() <= momentMillisMax;
            case KvOperation.Increment increment ->
                    increment.ttlMillis() == 0
                            ? before.mayExpire()
                            : isShort(increment.ttlMillis());
            case KvOperation.Delete _, KvOperation.CompareVersionAndDelete _ -> false;
        };
    }

    private boolean isShort(long ttlMillis) {
        return ttlMillis > 0 && ttlMillis <= shortMillisMax;
    }

    private record Effect(WriteStatus status, @Nullable String value, long number) {
        static Effect set(byte[] value) {
            return new Effect(WriteStatus.OK, new String(value, StandardCharsets.ISO_8859_1), 0);
        }

        static Effect none(WriteStatus status) {
            return new Effect(status, null, 0);
        }
    }

    private static Effect effect(State state, KvOperation command) {
        String value = state.value();
        WriteStatus mismatch = value == null ? WriteStatus.NOT_FOUND : WriteStatus.CONFLICT;
        return switch (command) {
            case KvOperation.Put put -> Effect.set(put.value());
            case KvOperation.PutIfAbsent put ->
                    value == null ? Effect.set(put.value()) : Effect.none(WriteStatus.CONFLICT);
            case KvOperation.CompareAndSet cas ->
                    new String(cas.expected(), StandardCharsets.ISO_8859_1).equals(value)
                            ? Effect.set(cas.value())
                            : Effect.none(mismatch);
            case KvOperation.CompareVersionAndSet cas ->
                    state.version() == cas.expectedVersion()
                            ? Effect.set(cas.value())
                            : Effect.none(mismatch);
            case KvOperation.CompareVersionAndSetUntil cas ->
                    state.version() == cas.expectedVersion()
                            ? Effect.set(cas.value())
                            : Effect.none(mismatch);
            case KvOperation.Delete delete ->
                    value == null
                            ? Effect.none(WriteStatus.NOT_FOUND)
                            : Effect.none(WriteStatus.OK);
            case KvOperation.CompareVersionAndDelete delete ->
                    value != null && state.version() == delete.expectedVersion()
                            ? Effect.none(WriteStatus.OK)
                            : Effect.none(mismatch);
            case KvOperation.Increment increment -> increment(value, increment.delta());
        };
    }

    private static Effect increment(@Nullable String value, long delta) {
        long before = 0;
        if (value != null) {
            if (value.isEmpty() || value.charAt(0) > '9') {
                return Effect.none(WriteStatus.NOT_A_NUMBER); // spares most exceptions
            }
            try {
                before = Long.parseLong(value);
            } catch (NumberFormatException e) {
                return Effect.none(WriteStatus.NOT_A_NUMBER);
            }
            if (!Long.toString(before).equals(value)) {
                return Effect.none(WriteStatus.NOT_A_NUMBER);
            }
        }
        try {
            long sum = Math.addExact(before, delta);
            return new Effect(WriteStatus.OK, Long.toString(sum), sum);
        } catch (ArithmeticException e) {
            return Effect.none(WriteStatus.NUMBER_OVERFLOW);
        }
    }
}
