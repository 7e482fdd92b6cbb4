package io.paxosstore.redis.type;

import io.paxosstore.redis.data.Expiry;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

/**
 * The options of SET or GETEX: which there are is looked at before the numbers in them are, and of
 * one that is there twice the last counts. Used once.
 */
final class SetOptions {
    private final Arguments in;
    private boolean onlyNew;
    private boolean onlyOld;
    private boolean returnsOld;
    private boolean keepsExpiry;
    private boolean persists;
    private @Nullable Expiry expiry;
    private int amountAt;

    private SetOptions(Arguments in) {
        this.in = in;
    }

    /**
     * Those of SET.
     *
     * @throws RedisError if there are no such options, or some exclude each other
     */
    static SetOptions ofSet(Arguments in) {
        SetOptions options = new SetOptions(in);
        for (int i = 3; i < in.count(); i++) {
            if (in.is(i, "NX") && !options.onlyOld) {
                options.onlyNew = true;
            } else if (in.is(i, "XX") && !options.onlyNew) {
                options.onlyOld = true;
            } else if (in.is(i, "GET")) {
                options.returnsOld = true;
            } else if (in.is(i, "KEEPTTL") && options.expiry == null) {
                options.keepsExpiry = true;
            } else {
                i = options.time(i);
            }
        }
        return options;
    }

    /**
     * Those of GETEX.
     *
     * @throws RedisError if there are no such options, or some exclude each other
     */
    static SetOptions ofGetEx(Arguments in) {
        SetOptions options = new SetOptions(in);
        for (int i = 2; i < in.count(); i++) {
            if (in.is(i, "PERSIST") && options.expiry == null) {
                options.persists = true;
            } else {
                i = options.time(i);
            }
        }
        return options;
    }

    /** A unit with its amount, whose index is returned. */
    private int time(int at) {
        Expiry unit = unit(in.option(at));
        boolean isOther = expiry != null && expiry != unit;
        if (unit == null || isOther || keepsExpiry || persists || at + 1 == in.count()) {
            throw RedisError.syntax();
        }
        expiry = unit;
        amountAt = at + 1;
        return amountAt;
    }

    private static @Nullable Expiry unit(String option) {
        return switch (option) {
            case "EX" -> Expiry.EX;
            case "PX" -> Expiry.PX;
            case "EXAT" -> Expiry.EXAT;
            case "PXAT" -> Expiry.PXAT;
            default -> null;
        };
    }

    /** Whether it is for keys that are not there. */
    boolean onlyNew() {
        return onlyNew;
    }

    /** Whether it is for keys that are there. */
    boolean onlyOld() {
        return onlyOld;
    }

    /** Whether the string before is to be returned. */
    boolean returnsOld() {
        return returnsOld;
    }

    /** Whether the key's time to live stays. */
    boolean keepsExpiry() {
        return keepsExpiry;
    }

    /** Whether the key is not to expire any more. */
    boolean persists() {
        return persists;
    }

    /** Whether it says when the key is to expire. */
    boolean expires() {
        return expiry != null;
    }

    /**
     * When the key is to expire, milliseconds since 1970; {@link Keyspace#NEVER} if it does not say
     * so.
     *
     * @param command its name in small letters, for the error
     * @throws RedisError if what it says is no time
     */
    long deadlineMillis(long nowMillis, String command) {
        return expiry == null
                ? Keyspace.NEVER
                : expiry.positiveDeadlineMillis(in.integer(amountAt), nowMillis, command);
    }
}
