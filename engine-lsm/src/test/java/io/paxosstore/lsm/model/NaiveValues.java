package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ValueOperation;

/** Values of the naive twin. */
final class NaiveValues {
    private final NaiveEntity entity;
    private final long version;
    private final long nowMillis;

    NaiveValues(NaiveEntity entity, long version, long nowMillis) {
        this.entity = entity;
        this.version = version;
        this.nowMillis = nowMillis;
    }

    Result execute(ValueOperation operation) {
        NaiveObject found = entity.find(operation.object(), ObjectType.VALUE);
        return switch (operation) {
            case ValueOperation.Get _ ->
                    found == null
                            ? new Result.Value(null, 0, 0)
                            : new Result.Value(
                                    Latin1.bytes(found.value), found.version, found.deadlineMillis);
            case ValueOperation.Put put ->
                    write(put.object(), Latin1.text(put.value()), deadline(put.ttlMillis()));
            case ValueOperation.CompareAndSet compare -> {
                boolean equal =
                        found != null && found.value.equals(Latin1.text(compare.expected()));
                yield equal
                        ? write(
                                compare.object(),
                                Latin1.text(compare.value()),
                                deadline(compare.ttlMillis()))
                        : new Result.Conflict(found == null ? 0 : found.version);
            }
            case ValueOperation.CompareVersionAndSet compare -> {
                long there = found == null ? 0 : found.version;
                yield there == compare.expectedVersion()
                        ? write(
                                compare.object(),
                                Latin1.text(compare.value()),
                                deadline(compare.ttlMillis()))
                        : new Result.Conflict(there);
            }
            case ValueOperation.Increment increment -> {
                String name = increment.object();
                long before = found == null ? 0 : NaiveEntity.number(name, found.value);
                long sum = NaiveEntity.add(name, before, increment.delta());
                long expires =
                        found != null && increment.ttlMillis() == 0
                                ? found.deadlineMillis
                                : deadline(increment.ttlMillis());
                if (entity.has(NaiveEntity.Plant.VALUE_INCREMENT_FORGETS_EXPIRY)) {
                    expires = deadline(increment.ttlMillis());
                }
                write(name, Long.toString(sum), expires);
                yield new Result.Incremented(sum);
            }
        };
    }

    private long deadline(long ttlMillis) {
        return ttlMillis == 0 ? 0 : nowMillis + ttlMillis;
    }

    private Result write(String name, String value, long deadlineMillis) {
        NaiveObject object = entity.findOrCreate(name, ObjectType.VALUE);
        object.value = value;
        object.deadlineMillis = deadlineMillis;
        object.version = version;
        return new Result.Written(version);
    }
}
