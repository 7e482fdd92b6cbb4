package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Publishing and subscribing. */
final class PubSubCommands {
    private static final byte[] ALL = {'*'};
    private static final int CHANNEL_BYTES_MAX = 4096;
    private static final int PATTERN_BYTES_MAX = 1024;

    private PubSubCommands() {}

    static void addTo(OwnCommands commands) {
        commands.group("pubsub");
        add(commands, "SUBSCRIBE", "UNSUBSCRIBE", "2.0.0", "channels", Subject.Kind.CHANNEL);
        add(
                commands,
                "PSUBSCRIBE",
                "PUNSUBSCRIBE",
                "2.0.0",
                "patterns of channels",
                Subject.Kind.PATTERN);
        add(
                commands,
                "SSUBSCRIBE",
                "SUNSUBSCRIBE",
                "7.0.0",
                "channels of shards",
                Subject.Kind.SHARD);
        commands.add(
                        "PUBLISH",
                        3,
                        "2.0.0",
                        "Sends a message to whoever listens to a channel",
                        (with, in, reply) -> publish(with, in, reply, false),
                        Flag.PUBSUB,
                        Flag.FAST)
                .add(
                        "SPUBLISH",
                        3,
                        "7.0.0",
                        "Sends a message to whoever listens to a channel",
                        (with, in, reply) -> publish(with, in, reply, true),
                        Flag.PUBSUB,
                        Flag.FAST)
                .add(
                        "PUBSUB",
                        -2,
                        "2.8.0",
                        "Tells who listens to what at this node",
                        PubSubCommands::tell,
                        Flag.PUBSUB)
                .subcommands(
                        Map.of(
                                "CHANNELS",
                                -2,
                                "SHARDCHANNELS",
                                -2,
                                "NUMSUB",
                                -2,
                                "SHARDNUMSUB",
                                -2,
                                "NUMPAT",
                                2));
    }

    private static void add(
            OwnCommands commands,
            String begin,
            String end,
            String since,
            String what,
            Subject.Kind kind) {
        commands.add(
                        begin,
                        -2,
                        since,
                        "Listens to " + what,
                        (with, in, reply) -> subscribe(with, in, reply, kind),
                        Flag.PUBSUB,
                        Flag.NOSCRIPT,
                        Flag.NO_MULTI)
                .add(
                        end,
                        -1,
                        since,
                        "Listens no more to " + what,
                        (with, in, reply) -> unsubscribe(with, in, reply, kind),
                        Flag.PUBSUB,
                        Flag.NOSCRIPT,
                        Flag.NO_MULTI);
    }

    /**
     * In version 2 a message could be taken for the reply to any other command.
     *
     * @throws RedisError if a client that listens to something cannot give the command
     */
    static void checkIsForListeners(CommandSpec spec) {
        if (!isForListeners(spec)) {
            throw new RedisError(
                    "ERR Can't execute '"
                            + spec.name().toLowerCase(Locale.ROOT)
                            + "': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET"
                            + " are allowed in this context");
        }
    }

    private static boolean isForListeners(CommandSpec spec) {
        return switch (spec.name()) {
            case "SUBSCRIBE",
                    "UNSUBSCRIBE",
                    "PSUBSCRIBE",
                    "PUNSUBSCRIBE",
                    "SSUBSCRIBE",
                    "SUNSUBSCRIBE",
                    "PING",
                    "QUIT",
                    "RESET" ->
                    true;
            default -> false;
        };
    }

    private static void publish(Conversation with, Arguments in, ReplySlot reply, boolean isShard) {
        checkLength(in.bytes(1), isShard ? Subject.Kind.SHARD : Subject.Kind.CHANNEL);
        Runnable publish = () -> reply.give(published(with, in, isShard));
        if (reply.isApart()) {
            publish.run(); // it is the turn of its transaction
        } else {
            with.inTurn(reply, publish); // who hears of it may read what was written before
        }
    }

    private static Reply published(Conversation with, Arguments in, boolean isShard) {
        Subscriptions all = with.port().subscriptions();
        return !isShard && all.isOverloaded()
                ? RedisFailures.overloaded()
                : new Reply.Number(all.publish(isShard, in.bytes(1), in.bytes(2)));
    }

    /** So that it takes no time that matters to see whether a message is for a pattern. */
    private static void checkLength(byte[] name, Subject.Kind kind) {
        int most = kind == Subject.Kind.PATTERN ? PATTERN_BYTES_MAX : CHANNEL_BYTES_MAX;
        if (name.length > most) {
            throw new RedisError("ERR a channel's name or pattern is longer than " + most);
        }
    }

    private static void subscribe(
            Conversation with, Arguments in, ReplySlot reply, Subject.Kind kind) {
        in.from(1).forEach(name -> checkLength(name, kind));
        with.behindTurns(reply, () -> reply.pushAll(subscribed(with, in, kind)));
    }

    private static List<Reply> subscribed(Conversation with, Arguments in, Subject.Kind kind) {
        List<Reply> told = new ArrayList<>();
        for (byte[] name : in.from(1)) {
            with.subscriptions().add(new Subject(kind, name));
            told.add(
                    new Reply.Push(
                            List.of(
                                    Reply.bulk(kind.begins()),
                                    new Reply.Bulk(name),
                                    new Reply.Number(with.subscriptions().count(kind)))));
        }
        return told;
    }

    private static void unsubscribe(
            Conversation with, Arguments in, ReplySlot reply, Subject.Kind kind) {
        with.behindTurns(reply, () -> reply.pushAll(unsubscribed(with, in, kind)));
    }

    private static List<Reply> unsubscribed(Conversation with, Arguments in, Subject.Kind kind) {
        List<byte[]> names =
                in.count() > 1
                        ? in.from(1)
                        : with.subscriptions().of(kind).stream().map(Subject::name).toList();
        List<Reply> told = new ArrayList<>();
        for (byte[] name : names) {
            with.subscriptions().remove(new Subject(kind, name));
            told.add(ended(with, kind, new Reply.Bulk(name)));
        }
        if (names.isEmpty()) {
            told.add(ended(with, kind, Reply.NULL));
        }
        return told;
    }

    private static Reply ended(Conversation with, Subject.Kind kind, Reply name) {
        return new Reply.Push(
                List.of(
                        Reply.bulk(kind.ends()),
                        name,
                        new Reply.Number(with.subscriptions().count(kind))));
    }

    private static void tell(Conversation with, Arguments in, ReplySlot reply) {
        Subscriptions all = with.port().subscriptions();
        reply.give(
                switch (in.option(1)) {
                    case "CHANNELS" -> channels(all, in, Subject.Kind.CHANNEL);
                    case "SHARDCHANNELS" -> channels(all, in, Subject.Kind.SHARD);
                    case "NUMSUB" -> counts(all, in, Subject.Kind.CHANNEL);
                    case "SHARDNUMSUB" -> counts(all, in, Subject.Kind.SHARD);
                    case "NUMPAT" -> new Reply.Number(all.patterns());
                    default -> throw RedisError.unknownSubcommand("PUBSUB", in);
                });
    }

    private static Reply channels(Subscriptions all, Arguments in, Subject.Kind kind) {
        if (in.count() > 3) {
            throw RedisError.wrongWords(in);
        }
        return Reply.bulks(all.channels(kind, new Glob(in.count() > 2 ? in.bytes(2) : ALL)));
    }

    private static Reply counts(Subscriptions all, Arguments in, Subject.Kind kind) {
        List<Reply> counts = new ArrayList<>();
        for (byte[] name : in.from(2)) {
            counts.add(new Reply.Bulk(name));
            counts.add(new Reply.Number(all.count(new Subject(kind, name))));
        }
        return new Reply.Array(counts);
    }
}
