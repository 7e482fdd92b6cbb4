package io.paxosstore.server.front.redis;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.redis.data.Expiry;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;

/**
 * A command that one write of a key's model does, without a read before it.
 *
 * @param operation the write
 * @param step the command
 * @param reply what its result is in Redis's words
 */
record DirectWrite(KvOperation operation, Step.Words step, Function<KvResult, Reply> reply) {
    private static final long NO_EXPIRY = 0;

    /** The write that a command is; null if it needs a read first. */
    static @Nullable DirectWrite of(Step.Words step, long nowMillis) {
        Arguments in = step.words();
        return switch (step.spec().name()) {
            case "SET" -> set(step, in);
            case "SETEX" -> timed(step, in, Expiry.EX, nowMillis);
            case "PSETEX" -> timed(step, in, Expiry.PX, nowMillis);
            case "SETNX" ->
                    new DirectWrite(
                            new KvOperation.PutIfAbsent(in.bytes(2), NO_EXPIRY),
                            step,
                            result -> Reply.flag(result.status() == WriteStatus.OK));
            case "DEL", "UNLINK" ->
                    in.count() == 2
                            ? new DirectWrite(
                                    new KvOperation.Delete(),
                                    step,
                                    result -> Reply.flag(result.status() == WriteStatus.OK))
                            : null;
            case "INCR" -> add(step, 1);
            case "DECR" -> add(step, -1);
            case "INCRBY" -> Arguments.isInteger(in.bytes(2)) ? add(step, in.integer(2)) : null;
            default -> null;
        };
    }

    private static @Nullable DirectWrite set(Step.Words step, Arguments in) {
        boolean onlyNew = in.count() == 4 && in.is(3, "NX");
        if (in.count() != 3 && !onlyNew) {
            return null;
        }
        return onlyNew
                ? new DirectWrite(
                        new KvOperation.PutIfAbsent(in.bytes(2), NO_EXPIRY),
                        step,
                        result -> result.status() == WriteStatus.OK ? Reply.OK : Reply.NULL)
                : new DirectWrite(new KvOperation.Put(in.bytes(2), NO_EXPIRY), step, _ -> Reply.OK);
    }

    private static @Nullable DirectWrite timed(
            Step.Words step, Arguments in, Expiry unit, long nowMillis) {
        if (!Arguments.isInteger(in.bytes(2)) || in.integer(2) <= 0) {
            return null; // the command itself says why not
        }
        try {
            long ttlMillis = unit.deadlineMillis(in.integer(2), nowMillis, "setex") - nowMillis;
            // What is longer cannot be sent to another node as a time to live.
            return ttlMillis > ModelLimits.TTL_MILLIS_MAX
                    ? null
                    : new DirectWrite(
                            new KvOperation.Put(in.bytes(3), ttlMillis), step, _ -> Reply.OK);
        } catch (RedisError e) {
            return null;
        }
    }

    private static DirectWrite add(Step.Words step, long delta) {
        return new DirectWrite(
                new KvOperation.Increment(delta, NO_EXPIRY),
                step,
                result ->
                        switch (result.status()) {
                            case NOT_A_NUMBER -> RedisError.notAnInteger().reply();
                            case NUMBER_OVERFLOW ->
                                    new Reply.Error("ERR increment or decrement would overflow");
                            default -> new Reply.Number(result.number());
                        });
    }

    /** Whether it adds to a number, whatever else the key is. */
    boolean isIncrement() {
        return operation instanceof KvOperation.Increment;
    }

    /** The key has answered. */
    void complete(KvResult result) {
        step.reply().accept(ReplyWriter.bytes(reply.apply(result), step.version()));
    }
}
