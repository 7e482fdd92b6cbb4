package io.paxosstore.redis.stream;

import io.paxosstore.redis.command.Subcommands;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** XINFO. */
final class InfoCommand {
    /** What there is of it. */
    static final Subcommands SUBCOMMANDS =
            new Subcommands(
                    "XINFO",
                    Map.of("CONSUMERS", 4, "GROUPS", 3, "STREAM", -3),
                    List.of(
                            "CONSUMERS <key> <groupname>",
                            "    Show consumers of <groupname>.",
                            "GROUPS <key>",
                            "    Show the stream consumer groups.",
                            "STREAM <key> [FULL [COUNT <count>]",
                            "    Show information about the stream."));

    private InfoCommand() {}

    static Reply execute(Keyspace keys, Arguments in) {
        if (Subcommands.isHelp(in)) {
            return SUBCOMMANDS.helpReply();
        }
        String what = in.option(1);
        OpenStream stream = OpenStream.find(keys, in.bytes(2));
        if (stream == null) {
            throw RedisError.noSuchKey();
        }
        return switch (what) {
            case "CONSUMERS" -> consumers(stream, in, keys.wallMillis());
            case "GROUPS" -> groups(stream);
            default -> StreamInfo.of(stream, in);
        };
    }

    private static Reply consumers(OpenStream stream, Arguments in, long nowMillis) {
        OpenGroup group = OpenGroup.find(stream, in.bytes(3));
        if (group == null) {
            throw StreamErrors.noGroup(in);
        }
        List<Reply> replies = new ArrayList<>();
        for (GroupConsumer consumer : group.consumers()) {
            long idleMillis = nowMillis - consumer.record().seenMillis();
            replies.add(
                    new Facts()
                            .add("name", new Reply.Bulk(consumer.name()))
                            .add("pending", consumer.record().pending())
                            .add("idle", Math.max(0, idleMillis))
                            .reply());
        }
        return new Reply.Array(replies);
    }

    private static Reply groups(OpenStream stream) {
        List<Reply> replies = new ArrayList<>();
        for (OpenGroup group : OpenGroup.all(stream)) {
            GroupRecord record = group.record();
            replies.add(
                    new Facts()
                            .add("name", new Reply.Bulk(group.name()))
                            .add("consumers", record.consumers())
                            .add("pending", record.pending())
                            .add("last-delivered-id", record.last().reply())
                            .addIfKnown("entries-read", record.entriesReadIfKnown())
                            .addIfKnown("lag", record.lag(stream.header()))
                            .reply());
        }
        return new Reply.Array(replies);
    }
}
