package io.paxosstore.redis.stream;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** One XAUTOCLAIM. Used once. */
final class AutoClaimCommand {
    private static final int COUNT_DEFAULT = 100;
    private static final long COUNT_MAX = Long.MAX_VALUE / 16;

    /** So many times as many entries are looked at as may be taken over. */
    private static final int LOOKS = 10;

    private final Keyspace keys;
    private final Arguments in;
    private long count = COUNT_DEFAULT;
    private boolean idsOnly;

    AutoClaimCommand(Keyspace keys, Arguments in) {
        this.keys = keys;
        this.in = in;
    }

    Reply execute() {
        String error = "ERR Invalid min-idle-time argument for XAUTOCLAIM";
        long idleMillis = Math.max(0, in.integer(4, Long.MIN_VALUE, Long.MAX_VALUE, error));
        StreamId from = IdWords.from(in.bytes(5));
        options();
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        OpenGroup group = stream == null ? null : OpenGroup.find(stream, in.bytes(2));
        if (stream == null || group == null) {
            throw StreamErrors.noKeyOrGroup(in);
        }
        return claim(stream, group, from, idleMillis);
    }

    private void options() {
        for (int i = 6; i < in.count(); i++) {
            if (in.is(i, "COUNT") && i + 1 < in.count()) {
                i++;
                count = in.integer(i, 1, COUNT_MAX, "ERR COUNT must be > 0");
            } else if (in.is(i, "JUSTID")) {
                idsOnly = true;
            } else {
                throw RedisError.syntax();
            }
        }
    }

    private Reply claim(OpenStream stream, OpenGroup group, StreamId from, long idleMillis) {
        Claims.Terms terms = new Claims.Terms(keys.nowMillis(), -1, idsOnly);
        Claims claims = new Claims(keys, stream, group, in.bytes(3), terms);
        List<Reply> gone = new ArrayList<>();
        StreamId next = StreamId.ZERO;
        long looks = count * LOOKS;
        Iterator<PendingEntry> pending = group.pending(from, StreamId.LAST, looks + 1);
        while (pending.hasNext()) {
            PendingEntry one = pending.next();
            if (looks == 0 || claims.count() + gone.size() == count) {
                next = one.id();
                break;
            }
            looks--;
            if (!stream.has(one.id())) {
                group.release(one.id(), one.record());
                gone.add(one.id().reply());
            } else if (one.record().isIdle(keys.nowMillis(), idleMillis)) {
                claims.claim(one.id(), one.record());
            }
        }
        group.save();
        return new Reply.Array(List.of(next.reply(), claims.reply(), new Reply.Array(gone)));
    }
}
