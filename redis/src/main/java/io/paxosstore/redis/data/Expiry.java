package io.paxosstore.redis.data;

import io.paxosstore.redis.resp.RedisError;

/** When keys expire, in the units that commands name. */
public enum Expiry {
    /** Seconds from now. */
    EX(1000, true),
    /** Milliseconds from now. */
    PX(1, true),
    /** Seconds since 1970. */
    EXAT(1000, false),
    /** Milliseconds since 1970. */
    PXAT(1, false);

    private final long unitMillis;
    private final boolean isFromNow;

    Expiry(long unitMillis, boolean isFromNow) {
        this.unitMillis = unitMillis;
        this.isFromNow = isFromNow;
    }

    /**
     * The deadline in milliseconds since 1970.
     *
     * @param command its name in small letters, for the error
     * @throws RedisError if it cannot be counted
     */
    public long deadlineMillis(long amount, long nowMillis, String command) {
        try {
            long millis = Math.multiplyExact(amount, unitMillis);
            return isFromNow ? Math.addExact(millis, nowMillis) : millis;
        } catch (ArithmeticException e) {
            throw RedisError.invalidExpire(command);
        }
    }

    /**
     * Like {@link #deadlineMillis} for commands that take no times that are not after the beginning
     * of the unit.
     *
     * @throws RedisError if the amount is not positive, or cannot be counted
     */
    public long positiveDeadlineMillis(long amount, long nowMillis, String command) {
        if (amount <= 0) {
            throw RedisError.invalidExpire(command);
        }
        return deadlineMillis(amount, nowMillis, command);
    }
}
