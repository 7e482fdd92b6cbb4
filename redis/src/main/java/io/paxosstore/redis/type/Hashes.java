package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.ScanOptions;
import io.paxosstore.redis.data.ScanPage;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Commands on hashes: maps, as other clients name them. What they write does not expire by itself,
 * even where the field did before.
 */
public final class Hashes {
    private Hashes() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("hash")
                .write(
                        "HSET",
                        -4,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Sets fields of a hash",
                        (keys, in) -> new Reply.Number(put(keys, in, "hset")),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "HSETNX",
                        4,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Sets a field of a hash if there is no such field",
                        Hashes::putIfAbsent,
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "HMSET",
                        -4,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Sets fields of a hash",
                        Hashes::multiSet,
                        Flag.DENYOOM,
                        Flag.FAST)
                .read(
                        "HGET",
                        3,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns the value of a field",
                        (keys, in) -> Reply.bulk(value(keys, in)),
                        Flag.FAST)
                .read(
                        "HMGET",
                        -3,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns the values of fields",
                        (keys, in) -> Reply.bulks(fields(keys, in).values(in.from(2))),
                        Flag.FAST)
                .write(
                        "HDEL",
                        -3,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Removes fields of a hash, and the key with the last of them",
                        (keys, in) -> new Reply.Number(fields(keys, in).remove(in.from(2))),
                        Flag.FAST)
                .read(
                        "HLEN",
                        2,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns how many fields a hash has",
                        (keys, in) -> new Reply.Number(fields(keys, in).size()),
                        Flag.FAST)
                .read(
                        "HSTRLEN",
                        3,
                        KeyPositions.FIRST,
                        "3.2.0",
                        "Returns the length of the value of a field",
                        Hashes::valueLength,
                        Flag.FAST)
                .read(
                        "HEXISTS",
                        3,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Tells whether a hash has a field",
                        (keys, in) -> Reply.flag(value(keys, in) != null),
                        Flag.FAST)
                .read(
                        "HKEYS",
                        2,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns all fields of a hash",
                        (keys, in) -> new Reply.Array(all(keys, in, Hashes::name)))
                .read(
                        "HVALS",
                        2,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns all values of a hash",
                        (keys, in) -> new Reply.Array(all(keys, in, Hashes::value)))
                .read(
                        "HGETALL",
                        2,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns all fields of a hash and their values",
                        (keys, in) -> new Reply.Pairs(all(keys, in, Hashes::both)))
                .read(
                        "HSCAN",
                        -3,
                        KeyPositions.FIRST,
                        "2.8.0",
                        "Returns some fields of a hash, and a cursor to go on with",
                        Hashes::scan);
    }

    private static MapFields fields(Keyspace keys, Arguments in) {
        return MapFields.of(keys, in.bytes(1));
    }

    private static byte @Nullable [] value(Keyspace keys, Arguments in) {
        return fields(keys, in).value(in.bytes(2));
    }

    private static long put(Keyspace keys, Arguments in, String command) {
        if (in.count() % 2 != 0) {
            throw RedisError.wrongCount(command);
        }
        List<MapOperation.Field> written = new ArrayList<>();
        for (int i = 2; i < in.count(); i += 2) {
            written.add(new MapOperation.Field(in.bytes(i), in.bytes(i + 1)));
        }
        MapFields fields = fields(keys, in);
        long isNew = fields.put(written);
        fields.told("hset");
        return isNew;
    }

    private static Reply multiSet(Keyspace keys, Arguments in) {
        put(keys, in, "hmset");
        return Reply.OK;
    }

    private static Reply putIfAbsent(Keyspace keys, Arguments in) {
        MapFields fields = fields(keys, in);
        boolean isNew = fields.value(in.bytes(2)) == null;
        if (isNew) {
            fields.put(List.of(new MapOperation.Field(in.bytes(2), in.bytes(3))));
            fields.told("hset");
        }
        return Reply.flag(isNew);
    }

    private static Reply valueLength(Keyspace keys, Arguments in) {
        byte[] value = value(keys, in);
        return new Reply.Number(value == null ? 0 : value.length);
    }

    /** All fields, of which each adds to the reply what it shows of it. */
    private static List<Reply> all(
            Keyspace keys, Arguments in, BiConsumer<MapOperation.Field, List<Reply>> shown) {
        List<Reply> replies = new ArrayList<>();
        for (MapOperation.Field field : fields(keys, in).all()) {
            shown.accept(field, replies);
        }
        return replies;
    }

    private static void name(MapOperation.Field field, List<Reply> replies) {
        replies.add(new Reply.Bulk(field.name()));
    }

    private static void value(MapOperation.Field field, List<Reply> replies) {
        replies.add(new Reply.Bulk(field.value()));
    }

    private static void both(MapOperation.Field field, List<Reply> replies) {
        name(field, replies);
        value(field, replies);
    }

    private static Reply scan(Keyspace keys, Arguments in) {
        long cursor = ScanOptions.cursor(in.bytes(2));
        MapFields fields = fields(keys, in);
        if (fields.isEmpty()) {
            return ScanPage.NOTHING;
        }
        ScanPage<byte[]> page =
                new ScanPage<>(keys, ScanOptions.read(in, 3, cursor), fields.size());
        for (MapOperation.Field field : fields) {
            page.add(field.name(), field.value(), field.value().length);
        }
        return page.reply((name, value) -> List.of(new Reply.Bulk(name), new Reply.Bulk(value)));
    }
}
