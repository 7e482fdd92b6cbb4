package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** HRANDFIELD. Of hashes of more than 10,000 fields some may be chosen more often than others. */
public final class HashRandom {
    private HashRandom() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("hash")
                .read(
                        "HRANDFIELD",
                        -2,
                        KeyPositions.FIRST,
                        "6.2.0",
                        "Returns random fields of a hash",
                        HashRandom::execute);
    }

    private static Reply execute(Keyspace keys, Arguments in) {
        if (in.count() == 2) {
            return one(MapFields.of(keys, in.bytes(1)), keys);
        }
        long count = RandomCount.of(in.bytes(2));
        boolean withValues = in.count() == 4 && in.is(3, "WITHVALUES");
        if (in.count() > 3 && !withValues) {
            throw RedisError.syntax();
        }
        if (withValues && Math.abs(count) > Long.MAX_VALUE / 2) {
            throw RedisError.outOfRange();
        }
        MapFields fields = MapFields.of(keys, in.bytes(1));
        return fields.isEmpty() || count == 0
                ? Reply.EMPTY
                : reply(RandomCount.choose(count, random(keys, fields)), withValues);
    }

    private static RandomElements<MapOperation.Field> random(Keyspace keys, MapFields fields) {
        return new RandomElements<>(keys, fields, ThreadLocalRandom.current());
    }

    private static Reply one(MapFields fields, Keyspace keys) {
        return fields.isEmpty() ? Reply.NULL : new Reply.Bulk(random(keys, fields).one().name());
    }

    private static Reply reply(List<MapOperation.Field> fields, boolean withValues) {
        List<Reply> replies = new ArrayList<>();
        for (MapOperation.Field field : fields) {
            replies.add(new Reply.Bulk(field.name()));
            if (withValues) {
                replies.add(new Reply.Bulk(field.value()));
            }
        }
        return withValues ? new Reply.Couples(replies) : new Reply.Array(replies);
    }
}
