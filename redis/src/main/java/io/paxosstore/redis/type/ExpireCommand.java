package io.paxosstore.redis.type;

import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Expiry;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** One EXPIRE, or one of its like, with its conditions. Used once. */
final class ExpireCommand {
    private final Keyspace keys;
    private final byte[] key;
    private final Set<When> conditions;
    private final long deadlineMillis;

    /** When a key gets another deadline. No deadline is later than any. */
    private enum When {
        /** If it has none. */
        NX,
        /** If it has one. */
        XX,
        /** If the new one is later. */
        GT,
        /** If the new one is earlier. */
        LT
    }

    ExpireCommand(Keyspace keys, Arguments in, Expiry unit) {
        this.keys = keys;
        this.key = in.bytes(1);
        this.conditions = conditions(in);
        String name = in.text(0).toLowerCase(Locale.ROOT);
        this.deadlineMillis = unit.deadlineMillis(in.integer(2), keys.nowMillis(), name);
    }

    private static Set<When> conditions(Arguments in) {
        Set<When> conditions = EnumSet.noneOf(When.class);
        for (int i = 3; i < in.count(); i++) {
            conditions.add(condition(in, i));
        }
        if (conditions.contains(When.NX) && conditions.size() > 1) {
            throw new RedisError(
                    "ERR NX and XX, GT or LT options at the same time are not compatible");
        }
        if (conditions.contains(When.GT) && conditions.contains(When.LT)) {
            throw new RedisError("ERR GT and LT options at the same time are not compatible");
        }
        return conditions;
    }

    private static When condition(Arguments in, int index) {
        return switch (in.option(index)) {
            case "NX" -> When.NX;
            case "XX" -> When.XX;
            case "GT" -> When.GT;
            case "LT" -> When.LT;
            default -> throw new RedisError("ERR Unsupported option " + in.text(index));
        };
    }

    Reply execute() {
        Keyspace.Found found = keys.find(key);
        boolean sets =
                found != null
                        && conditions.stream()
                                .allMatch(condition -> holds(condition, found.deadlineMillis()));
        if (sets) {
            if (deadlineMillis <= keys.nowMillis()) {
                keys.deleteAndTell(key);
            } else {
                keys.expireAt(key, deadlineMillis);
                keys.event(EventClass.GENERIC, "expire", key);
            }
        }
        return Reply.flag(sets);
    }

    private boolean holds(When condition, long before) {
        boolean never = before == Keyspace.NEVER;
        return switch (condition) {
            case NX -> never;
            case XX -> !never;
            case GT -> !never && deadlineMillis > before;
            case LT -> never || deadlineMillis < before;
        };
    }
}
