package io.paxosstore.redis.stream;

import io.paxosstore.protocol.model.MapOperation.Field;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Commands on streams and their entries. A stream without entries is a key. */
public final class Streams {
    private Streams() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("stream")
                .write(
                        "XADD",
                        -5,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Adds an entry to a stream, and may trim it",
                        AddCommand::execute,
                        Flag.DENYOOM,
                        Flag.FAST)
                .read(
                        "XLEN",
                        2,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Returns how many entries a stream has",
                        Streams::length,
                        Flag.FAST)
                .read(
                        "XRANGE",
                        -4,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Returns the entries of a range of ids",
                        (keys, in) -> range(keys, in, false))
                .read(
                        "XREVRANGE",
                        -4,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Returns the entries of a range of ids, the last first",
                        (keys, in) -> range(keys, in, true))
                .read(
                        "XREAD",
                        -4,
                        new KeyPositions.Streams(false),
                        "5.0.0",
                        "Returns the entries of streams behind given ids, or waits",
                        ReadCommand::execute,
                        Flag.BLOCKING)
                .write(
                        "XDEL",
                        -3,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Removes entries of a stream",
                        Streams::delete,
                        Flag.FAST)
                .write(
                        "XTRIM",
                        -4,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Removes the first entries of a stream",
                        Streams::trim)
                .write(
                        "XSETID",
                        -3,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Sets the last id of a stream, as copies of streams need it",
                        Streams::setId,
                        Flag.DENYOOM,
                        Flag.FAST)
                .read(
                        "XINFO",
                        -2,
                        new KeyPositions.Fixed(2, 2, 1),
                        "5.0.0",
                        "Tells of a stream, its groups, or their consumers",
                        InfoCommand::execute)
                .subcommands(InfoCommand.SUBCOMMANDS);
    }

    private static Reply length(Keyspace keys, Arguments in) {
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        return new Reply.Number(stream == null ? 0 : stream.header().length());
    }

    private static Reply range(Keyspace keys, Arguments in, boolean reverse) {
        StreamId from = IdWords.from(in.bytes(reverse ? 3 : 2));
        StreamId to = IdWords.to(in.bytes(reverse ? 2 : 3));
        long most = Long.MAX_VALUE;
        for (int i = 4; i < in.count(); i += 2) {
            if (!in.is(i, "COUNT") || i + 1 >= in.count()) {
                throw RedisError.syntax();
            }
            most = Math.max(0, in.integer(i + 1));
        }
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        if (stream == null) {
            return Reply.EMPTY;
        }
        return most == 0
                ? Reply.NULL_ARRAY
                : StreamEntry.replies(stream.range(from, to, reverse, most));
    }

    private static Reply delete(Keyspace keys, Arguments in) {
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        if (stream == null) {
            return Reply.flag(false);
        }
        List<StreamId> ids = new ArrayList<>();
        in.from(2).forEach(word -> ids.add(IdWords.strict(word, 0)));
        long deleted = stream.delete(ids);
        if (deleted > 0) {
            stream.save();
            stream.told("xdel");
        }
        return new Reply.Number(deleted);
    }

    private static Reply trim(Keyspace keys, Arguments in) {
        TrimOptions options = TrimOptions.ofTrim(in);
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        if (stream == null) {
            return Reply.flag(false);
        }
        long trimmed = options.trim(stream);
        if (trimmed > 0) {
            stream.save();
            stream.told("xtrim");
        }
        return new Reply.Number(trimmed);
    }

    private static Reply setId(Keyspace keys, Arguments in) {
        StreamId last = IdWords.strict(in.bytes(2), 0);
        StreamId maxDeleted = StreamId.ZERO;
        long added = StreamHeader.UNKNOWN;
        for (int i = 3; i < in.count(); i += 2) {
            boolean hasMore = i + 1 < in.count();
            if (hasMore && in.is(i, "ENTRIESADDED")) {
                added = in.integer(i + 1);
                if (added < 0) {
                    throw new RedisError("ERR entries_added must be positive");
                }
            } else if (hasMore && in.is(i, "MAXDELETEDID")) {
                maxDeleted = IdWords.strict(in.bytes(i + 1), 0);
                if (maxDeleted.isAbove(last)) {
                    throw new RedisError(
                            "ERR The ID specified in XSETID is smaller than the provided"
                                    + " max_deleted_entry_id");
                }
            } else {
                throw RedisError.syntax();
            }
        }
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        if (stream == null) {
            throw RedisError.noSuchKey();
        }
        checkSetId(stream, last, added);
        StreamHeader header = stream.header();
        stream.header(
                new StreamHeader(
                        header.length(),
                        header.first(),
                        last,
                        maxDeleted.isZero() ? header.maxDeleted() : maxDeleted,
                        added == StreamHeader.UNKNOWN ? header.added() : added,
                        header.numbers()));
        stream.save();
        stream.told("xsetid");
        return Reply.OK;
    }

    private static void checkSetId(OpenStream stream, StreamId last, long added) {
        Iterator<Field> top = stream.rows().scan(StreamLayout.entries(), true, 1);
        if (!top.hasNext()) {
            return;
        }
        if (StreamLayout.id(top.next().name()).isAbove(last)) {
            throw new RedisError(
                    "ERR The ID specified in XSETID is smaller than the target stream top item");
        }
        if (added != StreamHeader.UNKNOWN && stream.header().length() > added) {
            throw new RedisError(
                    "ERR The entries_added specified in XSETID is smaller than the target stream"
                            + " length");
        }
    }
}
