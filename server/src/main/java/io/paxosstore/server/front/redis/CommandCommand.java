package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.command.Subcommands;
import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

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
                    case "LIST" -> list(table, in);
                    case "GETKEYS" -> keys(table, in);
                    default -> throw RedisError.unknownSubcommand("COMMAND", in);
                });
    }

    /**
     * The names of commands and of subcommands. None is of a module, and none has a category of an
     * access list, as INFO tells too.
     */
    private static Reply list(CommandTable table, Arguments in) {
        Predicate<String> isWanted = _ -> true;
        if (in.count() > 2) {
            if (in.count() != 5 || !in.is(2, "FILTERBY")) {
                throw RedisError.syntax();
            }
            isWanted =
                    switch (in.option(3)) {
                        case "MODULE", "ACLCAT" -> _ -> false;
                        case "PATTERN" -> pattern(in.option(4));
                        default -> throw RedisError.syntax();
                    };
        }
        return new Reply.Array(
                table.all().stream()
                        .flatMap(CommandCommand::words)
                        .filter(isWanted)
                        .map(Reply::bulk)
                        .toList());
    }

    /** Letters are the same in either case. */
    private static Predicate<String> pattern(String capitals) {
        Glob pattern = new Glob(capitals.getBytes(StandardCharsets.ISO_8859_1));
        return word ->
                pattern.matches(
                        word.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Stream<String> words(CommandSpec spec) {
        Named command = Named.of(spec);
        return Stream.concat(Stream.of(command), command.subcommands()).map(Named::word);
    }

    private static Reply all(Collection<CommandSpec> specs) {
        return new Reply.Array(specs.stream().map(Named::of).map(Named::facts).toList());
    }

    private static Reply info(CommandTable table, Arguments in) {
        List<Reply> facts = new ArrayList<>();
        for (byte[] name : ManyWords.from(in, 2)) {
            Named named = named(table, name);
            facts.add(named == null ? Reply.NULL_ARRAY : named.facts());
        }
        return new Reply.Array(facts);
    }

    /** The command of a name, or the subcommand: {@code client|list}. */
    private static @Nullable Named named(CommandTable table, byte[] name) {
        String text = new String(name, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
        int bar = text.indexOf('|');
        String first = bar < 0 ? text : text.substring(0, bar);
        CommandSpec spec = table.find(first.getBytes(StandardCharsets.ISO_8859_1));
        if (spec == null || bar < 0) {
            return spec == null ? null : Named.of(spec);
        }
        String second = text.substring(bar + 1);
        Subcommands subcommands = spec.subcommands();
        return subcommands != null && subcommands.names().contains(second)
                ? new Named(spec, second)
                : null;
    }

    /**
     * What has a name: a command, or one of its subcommands.
     *
     * @param second the subcommand's word; null for the command
     */
    private record Named(CommandSpec spec, @Nullable String second) {
        static Named of(CommandSpec spec) {
            return new Named(spec, null);
        }

        String word() {
            String first = spec.name().toLowerCase(Locale.ROOT);
            return second == null ? first : first + "|" + second.toLowerCase(Locale.ROOT);
        }

        private int arity() {
            Subcommands all = spec.subcommands();
            return second == null || all == null ? spec.arity() : all.arity(second);
        }

        Stream<Named> subcommands() {
            Subcommands all = spec.subcommands();
            return second != null || all == null
                    ? Stream.of()
                    : all.names().stream().map(name -> new Named(spec, name));
        }

        Reply facts() {
            KeyPositions.Fixed keys = spec.keys().always();
            List<Reply> flags =
                    spec.flags().stream()
                            .sorted()
                            .<Reply>map(flag -> new Reply.Status(flag.word()))
                            .toList();
            return new Reply.Array(
                    List.of(
                            Reply.bulk(word()),
                            new Reply.Number(arity()),
                            new Reply.Members(flags),
                            new Reply.Number(keys.first()),
                            new Reply.Number(keys.last()),
                            new Reply.Number(keys.step()),
                            new Reply.Members(List.of()),
                            Reply.EMPTY,
                            Reply.EMPTY,
                            new Reply.Array(subcommands().map(Named::facts).toList())));
        }
    }

    private static Reply docs(CommandTable table, Arguments in) {
        List<Reply> docs = new ArrayList<>();
        if (in.count() == 2) {
            table.all().forEach(spec -> addDocs(docs, Named.of(spec)));
        }
        for (byte[] name : ManyWords.from(in, 2)) {
            Named named = named(table, name);
            if (named != null) {
                addDocs(docs, named);
            }
        }
        return new Reply.Pairs(docs);
    }

    private static void addDocs(List<Reply> docs, Named named) {
        CommandSpec spec = named.spec();
        docs.add(Reply.bulk(named.word()));
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
        Arguments command = new Arguments(in.from(2));
        CommandSpec spec = table.find(command.bytes(0));
        if (spec == null) {
            throw new RedisError("ERR Invalid command specified");
        } else if (!spec.takes(command.count())) {
            throw new RedisError("ERR Invalid number of arguments specified for command");
        }
        List<Integer> keys = spec.keys().of(command);
        if (keys.isEmpty()) {
            throw new RedisError("ERR The command has no key arguments");
        }
        return Reply.bulks(keys.stream().map(command::bytes).toList());
    }
}
