package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The second words that a command may have. Immutable.
 *
 * @param command its name in capitals
 * @param arities how many words the whole command has with each of them; negative for so many or
 *     more. {@code HELP} takes none of its own
 * @param help what HELP tells, one line each
 */
public record Subcommands(String command, Map<String, Integer> arities, List<String> help) {
    private static final String HELP = "HELP";
    private static final int HELP_WORDS = 2;

    /** Second words. */
    public Subcommands {
        arities = Map.copyOf(arities);
        help = List.copyOf(help);
    }

    /** Whether it asks for help. */
    public boolean isHelp(Arguments in) {
        return of(in).equals(HELP);
    }

    /**
     * The second word, in capitals.
     *
     * @throws RedisError if it is none of these, or the number of words is not possible with it
     */
    public String of(Arguments in) {
        String word = in.option(1);
        Integer arity = word.equals(HELP) ? Integer.valueOf(HELP_WORDS) : arities.get(word);
        if (arity == null) {
            throw RedisError.unknownSubcommand(command, in);
        }
        boolean takes = arity < 0 ? in.count() >= -arity : in.count() == arity;
        if (!takes) {
            throw RedisError.wrongCount(
                    command.toLowerCase(Locale.ROOT) + "|" + word.toLowerCase(Locale.ROOT));
        }
        return word;
    }

    /** What HELP answers. */
    public Reply helpReply() {
        List<Reply> lines = new ArrayList<>();
        lines.add(
                new Reply.Status(
                        command + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:"));
        help.forEach(line -> lines.add(new Reply.Status(line)));
        lines.add(new Reply.Status("HELP"));
        lines.add(new Reply.Status("    Prints this help."));
        return new Reply.Array(lines);
    }
}
