package io.paxosstore.redis.stream;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

/** XADD. */
final class AddCommand {
    private AddCommand() {}

    static Reply execute(Keyspace keys, Arguments in) {
        TrimOptions options = TrimOptions.ofAdd(in);
        int fieldsAt = options.idAt() + 1;
        int words = in.count() - fieldsAt;
        if (words < 2 || words % 2 != 0) {
            throw RedisError.wrongCount("xadd");
        }
        IdWords.Wanted wanted = options.wanted();
        if (wanted != null && wanted.isWhole() && wanted.id().isZero()) {
            throw new RedisError("ERR The ID specified in XADD must be greater than 0-0");
        }
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        if (stream == null) {
            if (!options.mayCreate()) {
                return Reply.NULL;
            }
            stream = OpenStream.create(keys, in.bytes(1));
        }
        StreamId last = stream.header().last();
        if (last.equals(StreamId.LAST)) {
            throw new RedisError(
                    "ERR The stream has exhausted the last possible ID, unable to add more items");
        }
        StreamId id = wanted == null ? made(last, keys.nowMillis()) : whole(wanted, last);
        if (!id.isAbove(last)) {
            throw new RedisError(
                    "ERR The ID specified in XADD is equal or smaller than the target stream top"
                            + " item");
        }
        stream.append(new StreamEntry(id, in.from(fieldsAt)));
        stream.told("xadd");
        if (options.trim(stream) > 0) {
            stream.told("xtrim");
        }
        stream.save();
        return id.reply();
    }

    /** The time if it is later than that of the last one; ids never go back. */
    private static StreamId made(StreamId last, long nowMillis) {
        StreamId next = last.next();
        return Long.compareUnsigned(nowMillis, last.millis()) > 0 || next == null
                ? new StreamId(nowMillis, 0)
                : next;
    }

    private static StreamId whole(IdWords.Wanted wanted, StreamId last) {
        StreamId id = wanted.id();
        boolean goesOn = !wanted.isWhole() && id.millis() == last.millis();
        // Behind the greatest sequence comes 0, which is not above the last one.
        return goesOn ? new StreamId(id.millis(), last.sequence() + 1) : id;
    }
}
