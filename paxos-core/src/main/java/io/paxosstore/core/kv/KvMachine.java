package io.paxosstore.core.kv;

import io.paxosstore.core.StateMachine;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Evaluates {@link KvOperation}s. Stateless. */
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
        return switch ((KvOperation) command) {
            case KvOperation.Put put ->
                    write(put.value(), expiry(put.ttlMillis(), nowMillis), next);
            case KvOperation.PutIfAbsent put ->
                    present
                            ? unchanged(state, WriteStatus.CONFLICT, current)
                            : write(put.value(), expiry(put.ttlMillis(), nowMillis), next);
            case KvOperation.CompareAndSet cas -> {
                boolean equal =
                        present
                                && KvState.valueSlice(state)
                                        .equals(ByteBuffer.wrap(cas.expected()));
                yield equal
                        ? write(cas.value(), expiry(cas.ttlMillis(), nowMillis), next)
                        : mismatch(state, present, current);
            }
            case KvOperation.CompareVersionAndSet cas ->
                    current == cas.expectedVersion()
                            ? write(cas.value(), expiry(cas.ttlMillis(), nowMillis), next)
                            : mismatch(state, present, current);
            case KvOperation.CompareVersionAndSetUntil cas ->
                    current == cas.expectedVersion()
                            ? writeUntil(cas.value(), cas.expiresAtMillis(), next, nowMillis)
                            : mismatch(state, present, current);
            case KvOperation.Delete delete ->
                    present ? remove(next) : unchanged(state, WriteStatus.NOT_FOUND, 0);
            case KvOperation.CompareVersionAndDelete delete ->
                    present && current == delete.expectedVersion()
                            ? remove(next)
                            : mismatch(state, present, current);
            case KvOperation.Increment increment ->
                    increment(state, present, increment, next, nowMillis);
        };
    }

    private static Evaluation increment(
            byte[] state,
            boolean present,
            KvOperation.Increment increment,
            long next,
            long nowMillis) {
        long before = 0;
        if (present) {
            ByteBuffer value = KvState.valueSlice(state);
            if (value.remaining() == 0 || value.remaining() > NUMBER_LENGTH_MAX) {
                return notANumber(state);
            }
            String digits = StandardCharsets.US_ASCII.decode(value).toString();
            try {
                before = Long.parseLong(digits);
            } catch (NumberFormatException e) {
                return notANumber(state);
            }
            if (!Long.toString(before).equals(digits)) {
                return notANumber(state); // 007, +5, -0: text that only looks like one
            }
        }
        long sum = before + increment.delta();
        if (((before ^ sum) & (increment.delta() ^ sum)) < 0) {
            return unchanged(state, WriteStatus.NUMBER_OVERFLOW, KvState.version(state));
        }
        long expiresAt =
                present && increment.ttlMillis() == 0
                        ? KvState.expiresAtMillis(state)
                        : expiry(increment.ttlMillis(), nowMillis);
        byte[] digits = Long.toString(sum).getBytes(StandardCharsets.US_ASCII);
        return new Evaluation(
                KvState.value(next, expiresAt, digits),
                new KvResult(WriteStatus.OK, next, sum).encode());
    }

    private static Evaluation notANumber(byte[] state) {
        return unchanged(state, WriteStatus.NOT_A_NUMBER, KvState.version(state));
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
                new KvResult(WriteStatus.OK, version, 0).encode());
    }

    private static Evaluation writeUntil(
            byte[] value, long expiresAtMillis, long version, long nowMillis) {
        boolean isOver = expiresAtMillis != 0 && expiresAtMillis <= nowMillis;
        return isOver ? remove(version) : write(value, expiresAtMillis, version);
    }

    private static Evaluation remove(long version) {
        return new Evaluation(
                KvState.tombstone(version), new KvResult(WriteStatus.OK, version, 0).encode());
    }

    private static Evaluation mismatch(byte[] state, boolean present, long current) {
        return unchanged(state, present ? WriteStatus.CONFLICT : WriteStatus.NOT_FOUND, current);
    }

    private static Evaluation unchanged(byte[] state, WriteStatus status, long version) {
        return new Evaluation(state, new KvResult(status, version, 0).encode());
    }
}
