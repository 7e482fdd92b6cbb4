package io.paxosstore.core.kv;

import io.paxosstore.core.Command;
import io.paxosstore.core.StateMachine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Evaluates {@link KvCommand}s. Stateless. */
public final class KvMachine implements StateMachine {
    private static final int NUMBER_LENGTH_MAX = 20;

    @Override
    public long deadlineMillis(ByteBuffer state) {
        return KvState.deadlineMillis(state);
    }

    @Override
    public byte[] expired(byte[] state) {
        return KvState.tombstone(KvState.lastVersion(state));
    }

    @Override
    public Evaluation evaluate(byte[] state, Command command, long nowMillis) {
        boolean present = KvState.isPresent(state);
        long current = KvState.version(state);
        long next = KvState.lastVersion(state) + 1;
        return switch ((KvCommand) command) {
            case KvCommand.Put put -> write(put.value(), expiry(put.ttlMillis(), nowMillis), next);
            case KvCommand.PutIfAbsent put ->
                    present
                            ? unchanged(state, KvResult.Status.CONFLICT, current)
                            : write(put.value(), expiry(put.ttlMillis(), nowMillis), next);
            case KvCommand.CompareAndSet cas -> {
                boolean equal =
                        present
                                && KvState.valueSlice(state)
                                        .equals(ByteBuffer.wrap(cas.expected()));
                yield equal
                        ? write(cas.value(), expiry(cas.ttlMillis(), nowMillis), next)
                        : mismatch(state, present, current);
            }
            case KvCommand.CompareVersionAndSet cas ->
                    current == cas.expectedVersion()
                            ? write(cas.value(), expiry(cas.ttlMillis(), nowMillis), next)
                            : mismatch(state, present, current);
            case KvCommand.Delete delete ->
                    present ? remove(next) : unchanged(state, KvResult.Status.NOT_FOUND, 0);
            case KvCommand.CompareVersionAndDelete delete ->
                    present && current == delete.expectedVersion()
                            ? remove(next)
                            : mismatch(state, present, current);
            case KvCommand.Increment increment ->
                    increment(state, present, increment, next, nowMillis);
        };
    }

    private static Evaluation increment(
            byte[] state,
            boolean present,
            KvCommand.Increment increment,
            long next,
            long nowMillis) {
        long before = 0;
        if (present) {
            ByteBuffer value = KvState.valueSlice(state);
            if (value.remaining() == 0 || value.remaining() > NUMBER_LENGTH_MAX) {
                return notANumber(state);
            }
            try {
                before = Long.parseLong(StandardCharsets.US_ASCII.decode(value).toString());
            } catch (NumberFormatException e) {
                return notANumber(state);
            }
        }
        long sum = before + increment.delta();
        if (((before ^ sum) & (increment.delta() ^ sum)) < 0) {
            return unchanged(state, KvResult.Status.NUMBER_OVERFLOW, KvState.version(state));
        }
        long expiresAt =
                present && increment.ttlMillis() == 0
                        ? KvState.expiresAtMillis(state)
                        : expiry(increment.ttlMillis(), nowMillis);
        byte[] digits = Long.toString(sum).getBytes(StandardCharsets.US_ASCII);
        return new Evaluation(
                KvState.value(next, expiresAt, digits),
                new KvResult(KvResult.Status.OK, next, sum).encode());
    }

    private static Evaluation notANumber(byte[] state) {
        return unchanged(state, KvResult.Status.NOT_A_NUMBER, KvState.version(state));
    }

    /** A time beyond all clocks is as good as the last one: a value must not expire at once. */
    private static long expiry(long ttlMillis, long nowMillis) {
        if (ttlMillis == 0) {
            return 0;
        }
        long expiresAt = nowMillis + ttlMillis;
        return expiresAt < nowMillis ? Long.MAX_VALUE : expiresAt;
    }

    private static Evaluation write(byte[] value, long expiresAtMillis, long version) {
        return new Evaluation(
                KvState.value(version, expiresAtMillis, value),
                new KvResult(KvResult.Status.OK, version, 0).encode());
    }

    private static Evaluation remove(long version) {
        return new Evaluation(
                KvState.tombstone(version), new KvResult(KvResult.Status.OK, version, 0).encode());
    }

    private static Evaluation mismatch(byte[] state, boolean present, long current) {
        return unchanged(
                state, present ? KvResult.Status.CONFLICT : KvResult.Status.NOT_FOUND, current);
    }

    private static Evaluation unchanged(byte[] state, KvResult.Status status, long version) {
        return new Evaluation(state, new KvResult(status, version, 0).encode());
    }
}
