package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** COMMAND with its subcommands: the table of commands, told. */
final class CommandCommand {
    private CommandCommand() {}

    static void execute(Conversation with, Arguments in, ReplySlot reply) {
        CommandTable table = with.port().commands();
        if (in.count() == 1) {
            reply.give(all(table.all()));
            return;
        }
        reply.give(
                switch (in.option(1)) {
                    case "COUNT" -> new Reply.Number(table.all().size());
                    case "INFO" -> in.count() == 2 ? all(table.all()) : info(table, in);
                    case "DOCS" -> docs(table, in);
                    case "LIST" ->
                            new Reply.Array(
                                    table.all().stream()
                                            .map(spec -> Reply.bulk(word(spec)))
                                            .toList());
                    case "GETKEYS" -> keys(table, in);
                    default -> throw RedisError.unknownSubcommand("COMMAND", in);
                });
    }

    private static String word(CommandSpec spec) {
        return spec.name().toLowerCase(Locale.ROOT);
    }

    private static Reply all(Collection<CommandSpec> specs) {
        return new Reply.Array(specs.stream().map(CommandCommand::facts).toList());
    }

    private static Reply info(CommandTable table, Arguments in) {
        List<Reply> facts = new ArrayList<>();
        for (byte[] name : in.from(2)) {
            CommandSpec spec = table.find(name);
            facts.add(spec == null ? Reply.NULL_ARRAY : facts(spec));
        }
        return new Reply.Array(facts);
    }

    private static Reply facts(CommandSpec spec) {
        KeyPositions.Fixed keys =
                spec.keys() instanceof KeyPositions.Fixed fixed
                        ? fixed
                        : new KeyPositions.Fixed(0, 0, 0);
        List<Reply> flags =
                spec.flags().stream()
                        .sorted()
                        .<Reply>map(flag -> new Reply.Status(flag.word()))
                        .toList();
        return new Reply.Array(
                List.of(
                        Reply.bulk(word(spec)),
                        new Reply.Number(spec.arity()),
                        new Reply.Members(flags),
                        new Reply.Number(keys.first()),
                        new Reply.Number(keys.last()),
                        new Reply.Number(keys.step()),
                        new Reply.Members(List.of()),
                        Reply.EMPTY,
                        Reply.EMPTY,
                        Reply.EMPTY));
    }

    private static Reply docs(CommandTable table, Arguments in) {
        List<Reply> docs = new ArrayList<>();
        if (in.count() == 2) {
            table.all().forEach(spec -> addDocs(docs, spec));
        }
        for (byte[] name : in.from(2)) {
            CommandSpec spec = table.find(name);
            if (spec != null) {
                addDocs(docs, spec);
            }
        }
        return new Reply.Pairs(docs);
    }

    private static void addDocs(List<Reply> docs, CommandSpec spec) {
        docs.add(Reply.bulk(word(spec)));
        docs.add(
                new Reply.Pairs(
                        List.of(
                                Reply.bulk("summary"),
                                Reply.bulk(spec.summary()),
                                Reply.bulk("since"),
                                Reply.bulk(spec.since()),
                                Reply.bulk("group"),
                                Reply.bulk(spec.group()))));
    }

    private static Reply keys(CommandTable table, Arguments in) {
        if (in.count() < 3) {
            throw RedisError.wrongCount("command|getkeys");
        }
        Arguments command = new Arguments(in.from(2));
        CommandSpec spec = table.find(command.bytes(0));
        if (spec == null) {
            throw new RedisError("ERR Invalid command specified");
        }
        List<Integer> keys = spec.keys().of(command);
        if (keys.isEmpty()) {
            throw new RedisError("ERR The command has no key arguments");
        }
        return Reply.bulks(keys.stream().map(command::bytes).toList());
    }
}
