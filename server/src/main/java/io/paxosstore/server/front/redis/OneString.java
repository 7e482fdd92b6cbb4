package io.paxosstore.server.front.redis;

import io.paxosstore.core.kv.KvState;
import io.paxosstore.protocol.model.EntityObjects;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

/**
 * A key of a database of keys, as commands see it: an entity with one object, a string, or none.
 * What they do to it is kept here until it is written. Not thread-safe.
 */
final class OneString implements EntityObjects {
    private static final long NEVER = 0;

    /**
     * Most work of all commands on what was read once, about a tenth of a second: they are executed
     * on a loop, where an entity's commands would be put aside by then. A command that finds it
     * used up by those before it is executed on what is read next.
     */
    static final long STEPS_MAX = 2_000_000;

    /** What a command is told that needs more alone. */
    private static final String LIMIT = "KEY_WORK_MAX";

    private final long version;
    private final long nowMillis;
    private byte @Nullable [] value;
    private final long deadlineBeforeMillis;
    private long deadlineMillis;
    private boolean isChanged;
    private long steps;

    /**
     * @param state of the key
     */
    OneString(byte[] state, long nowMillis) {
        this.version = KvState.version(state);
        this.nowMillis = nowMillis;
        this.value = KvState.value(state);
        this.deadlineBeforeMillis = value == null ? NEVER : KvState.expiresAtMillis(state);
        this.deadlineMillis = deadlineBeforeMillis;
    }

    /** The string; null if there is none. */
    byte @Nullable [] value() {
        return value;
    }

    /** When it expires, milliseconds since 1970; 0 for never. */
    long deadlineMillis() {
        return deadlineMillis;
    }

    /** Whether it expires when it did before the commands, and it did. */
    boolean isDeadlineKept() {
        return deadlineMillis != NEVER && deadlineMillis == deadlineBeforeMillis;
    }

    /** Its time to live, at least a millisecond; 0 if it does not expire. */
    long ttlMillis() {
        return deadlineMillis == NEVER ? 0 : Math.max(1, deadlineMillis - nowMillis);
    }

    /** Whether a command has changed anything. */
    boolean isChanged() {
        return isChanged;
    }

    @Override
    public long version() {
        return version;
    }

    @Override
    public long nowMillis() {
        return nowMillis;
    }

    @Override
    public long wallMillis() {
        return nowMillis;
    }

    @Override
    public Result execute(Operation operation) {
        return switch (operation) {
            case ValueOperation.Get _ ->
                    new Result.Value(value, value == null ? 0 : version, deadlineMillis);
            case ValueOperation.Put put -> {
                set(put.value(), put.ttlMillis() == 0 ? NEVER : nowMillis + put.ttlMillis());
                yield new Result.Written(version);
            }
            case ObjectOperation.Describe _ ->
                    value == null
                            ? new Result.Info(null, 0, NEVER)
                            : new Result.Info(ObjectType.VALUE, value.length, deadlineMillis);
            case ObjectOperation.Delete _ -> {
                boolean existed = value != null;
                if (existed) {
                    set(null, NEVER);
                }
                yield new Result.Flag(existed);
            }
            case ObjectOperation.Expire expire -> {
                boolean exists = value != null;
                if (exists) {
                    set(value, expire.ttlMillis() == 0 ? NEVER : nowMillis + expire.ttlMillis());
                }
                yield new Result.Flag(exists);
            }
            default ->
                    throw new RedisError(
                            "ERR this database holds strings only; use one for entities for lists,"
                                    + " hashes, sets, sorted sets and streams");
        };
    }

    private void set(byte @Nullable [] newValue, long newDeadline) {
        value = newValue;
        deadlineMillis = newDeadline;
        isChanged = true;
    }

    /** What has expired is not read: nothing is left of it that an entry could end. */
    @Override
    public boolean endExpired(String object) {
        return false;
    }

    /** Of HyperLogLogs: scripts are not executed here, see {@link KeyCommands}. */
    @Override
    public void work(long more) {
        steps += more;
        if (steps > STEPS_MAX) {
            throw new OperationFailedException(new Failure.LimitExceeded(LIMIT, steps, STEPS_MAX));
        }
    }

    @Override
    public void together(Runnable part) {
        byte[] valueBefore = value;
        long deadlineBefore = deadlineMillis;
        boolean changedBefore = isChanged;
        try {
            part.run();
        } catch (RuntimeException e) {
            value = valueBefore;
            deadlineMillis = deadlineBefore;
            isChanged = changedBefore;
            throw e;
        }
    }
}
