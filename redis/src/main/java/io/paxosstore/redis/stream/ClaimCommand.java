package io.paxosstore.redis.stream;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** One XCLAIM. Used once. */
final class ClaimCommand {
    private static final int IDS_AT = 5;

    private final Keyspace keys;
    private final Arguments in;
    private final List<StreamId> ids = new ArrayList<>();

    /** When the entries count as delivered; null for now. */
    private @Nullable Long deliveredMillis;

    /** How often they count as delivered; below 0 for once more. */
    private long deliveries = -1;

    private boolean isForced;
    private boolean idsOnly;
    private StreamId last = StreamId.ZERO;

    ClaimCommand(Keyspace keys, Arguments in) {
        this.keys = keys;
        this.in = in;
    }

    Reply execute() {
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        OpenGroup group = stream == null ? null : OpenGroup.find(stream, in.bytes(2));
        if (stream == null || group == null) {
            throw StreamErrors.noKeyOrGroup(in);
        }
        long idleMillis = Math.max(0, integer(4, "ERR Invalid min-idle-time argument for XCLAIM"));
        readWords();
        if (last.isAbove(group.record().last())) {
            group.record(group.record().withLast(last));
        }
        Claims.Terms terms = new Claims.Terms(delivered(), deliveries, idsOnly);
        Claims claims = new Claims(keys, stream, group, in.bytes(3), terms);
        for (StreamId id : ids) {
            PendingRecord pending = group.pending(id);
            if (!stream.has(id)) {
                if (pending != null) {
                    group.release(id, pending);
                }
            } else if (pending == null ? isForced : pending.isIdle(keys.nowMillis(), idleMillis)) {
                claims.claim(id, pending);
            }
        }
        group.save();
        return claims.reply();
    }

    private void readWords() {
        int at = IDS_AT;
        while (at < in.count()) {
            StreamId id = IdWords.strictOrNull(in.bytes(at));
            if (id == null) {
                break;
            }
            ids.add(id);
            at++;
        }
        while (at < in.count()) {
            at += option(at);
        }
    }

    /** Reads an option; how many words it has. */
    private int option(int at) {
        boolean hasMore = at + 1 < in.count();
        if (in.is(at, "FORCE")) {
            isForced = true;
            return 1;
        }
        if (in.is(at, "JUSTID")) {
            idsOnly = true;
            return 1;
        }
        if (hasMore && in.is(at, "IDLE")) {
            deliveredMillis = keys.nowMillis() - number(at, "IDLE");
        } else if (hasMore && in.is(at, "TIME")) {
            deliveredMillis = number(at, "TIME");
        } else if (hasMore && in.is(at, "RETRYCOUNT")) {
            deliveries = number(at, "RETRYCOUNT");
        } else if (hasMore && in.is(at, "LASTID")) {
            last = IdWords.strict(in.bytes(at + 1), 0);
        } else {
            throw new RedisError("ERR Unrecognized XCLAIM option '" + in.text(at) + "'");
        }
        return 2;
    }

    private long number(int at, String option) {
        return integer(at + 1, "ERR Invalid " + option + " option argument for XCLAIM");
    }

    private long integer(int at, String error) {
        return in.integer(at, Long.MIN_VALUE, Long.MAX_VALUE, error);
    }

    /** A time that makes no sense is now, since clients' clocks may be ahead. */
    private long delivered() {
        Long given = deliveredMillis;
        return given == null || given < 0 || given > keys.nowMillis() ? keys.nowMillis() : given;
    }
}
