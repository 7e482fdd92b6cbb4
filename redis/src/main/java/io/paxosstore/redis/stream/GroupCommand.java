package io.paxosstore.redis.stream;

import io.paxosstore.redis.command.Subcommands;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/** One XGROUP. Used once. */
final class GroupCommand {
    /** What there is of it. */
    static final Subcommands SUBCOMMANDS =
            new Subcommands(
                    "XGROUP",
                    Map.of(
                            "CREATE",
                            -5,
                            "SETID",
                            -5,
                            "DESTROY",
                            4,
                            "CREATECONSUMER",
                            5,
                            "DELCONSUMER",
                            5),
                    List.of(
                            "CREATE <key> <groupname> <id|$> [option]",
                            "    Create a new consumer group. Options are:",
                            "    * MKSTREAM",
                            "      Create the empty stream if it does not exist.",
                            "    * ENTRIESREAD entries_read",
                            "      Set the group's entries_read counter (internal use).",
                            "CREATECONSUMER <key> <groupname> <consumer>",
                            "    Create a new consumer in the specified group.",
                            "DELCONSUMER <key> <groupname> <consumer>",
                            "    Remove the specified consumer.",
                            "DESTROY <key> <groupname>",
                            "    Remove the specified group.",
                            "SETID <key> <groupname> <id|$> [ENTRIESREAD entries_read]",
                            "    Set the current group ID and entries_read counter."));

    /** Words of CREATE and SETID up to the id. */
    private static final int OPTIONS_AT = 5;

    private static final int CREATE_WORDS_MAX = 8;
    private static final int SET_ID_WORDS_MAX = 7;

    private final Keyspace keys;
    private final Arguments in;
    private final String what;
    private boolean makesStream;
    private long entriesRead = StreamHeader.UNKNOWN;

    private GroupCommand(Keyspace keys, Arguments in, String what) {
        this.keys = keys;
        this.in = in;
        this.what = what;
    }

    static Reply execute(Keyspace keys, Arguments in) {
        return Subcommands.isHelp(in)
                ? SUBCOMMANDS.helpReply()
                : new GroupCommand(keys, in, in.option(1)).execute();
    }

    private Reply execute() {
        options();
        OpenStream stream = OpenStream.find(keys, in.bytes(2));
        if (stream == null && !makesStream) {
            throw new RedisError(
                    "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you"
                            + " may want to use the MKSTREAM option to create an empty stream"
                            + " automatically.");
        }
        OpenGroup group = stream == null ? null : OpenGroup.find(stream, in.bytes(3));
        if (what.equals("CREATE")) {
            return create(stream, group);
        }
        if (what.equals("DESTROY")) {
            if (group != null) {
                group.destroy();
                group.told("xgroup-destroy");
            }
            return Reply.flag(group != null);
        }
        if (stream == null || group == null) {
            throw StreamErrors.noGroup(in);
        }
        return switch (what) {
            case "SETID" -> setId(stream, group);
            case "CREATECONSUMER" -> createConsumer(stream, group);
            default -> deleteConsumer(group);
        };
    }

    /** What follows the id of CREATE and SETID; the others take no more words. */
    private void options() {
        int i = OPTIONS_AT;
        while (i < in.count()) {
            if (what.equals("CREATE") && in.is(i, "MKSTREAM")) {
                makesStream = true;
                i++;
            } else if (in.is(i, "ENTRIESREAD") && i + 1 < in.count()) {
                entriesRead = in.integer(i + 1);
                if (entriesRead < 0 && entriesRead != StreamHeader.UNKNOWN) {
                    throw new RedisError("ERR value for ENTRIESREAD must be positive or -1");
                }
                i += 2;
            } else {
                throw RedisError.wrongWords(in);
            }
        }
    }

    private Reply create(@Nullable OpenStream found, @Nullable OpenGroup group) {
        if (in.count() > CREATE_WORDS_MAX) {
            throw RedisError.wrongWords(in);
        }
        StreamId last;
        if (in.is(4, "$")) {
            last = found == null ? StreamId.ZERO : found.header().last();
        } else {
            last = IdWords.strict(in.bytes(4), 0);
        }
        if (group != null) {
            throw new RedisError("BUSYGROUP Consumer Group name already exists");
        }
        OpenStream stream = found == null ? OpenStream.create(keys, in.bytes(2)) : found;
        OpenGroup.create(stream, in.bytes(3), last, entriesRead);
        stream.save();
        stream.told("xgroup-create");
        return Reply.OK;
    }

    private Reply setId(OpenStream stream, OpenGroup group) {
        if (in.count() > SET_ID_WORDS_MAX) {
            throw RedisError.wrongWords(in);
        }
        StreamId last = in.is(4, "$") ? stream.header().last() : IdWords.orEnd(in.bytes(4), 0);
        group.record(group.record().withLast(last).withEntriesRead(entriesRead));
        group.save();
        group.told("xgroup-setid");
        return Reply.OK;
    }

    private Reply createConsumer(OpenStream stream, OpenGroup group) {
        boolean isNew = group.consumer(in.bytes(4)) == null;
        if (isNew) {
            group.create(stream, in.bytes(4), keys.nowMillis());
            stream.save();
            group.save();
        }
        return Reply.flag(isNew);
    }

    private Reply deleteConsumer(OpenGroup group) {
        GroupConsumer consumer = group.consumer(in.bytes(4));
        if (consumer == null) {
            return Reply.flag(false);
        }
        long pending = consumer.record().pending();
        group.delete(consumer);
        group.save();
        group.told("xgroup-delconsumer");
        return new Reply.Number(pending);
    }
}
