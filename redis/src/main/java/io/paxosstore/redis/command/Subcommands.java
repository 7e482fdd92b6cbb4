package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The second words that a command may have. Immutable.
 *
 * @param command its name in capitals
 * @param arities how many words the whole command has with each of them; negative for so many or
 *     more
 * @param help what {@code HELP} tells, one line each, which then takes no words; empty if it is not
 *     told here
 */
public record Subcommands(String command, Map<String, Integer> arities, List<String> help) {
    private static final String HELP = "HELP";
    private static final int HELP_WORDS = 2;

    /** Second words. */
    public Subcommands {
        arities = Map.copyOf(arities);
        help = List.copyOf(help);
    }

    /** Those of a command whose HELP is one of them, or which has none. */
    public Subcommands(String command, Map<String, Integer> arities) {
        this(command, arities, List.of());
    }

    /** Whether a command that was looked at asks for help. */
    public static boolean isHelp(Arguments in) {
        return in.is(1, HELP);
    }

    /**
     * Looks at the second word and the number of words.
     *
     * @throws RedisError if it is none of these, or the number of words is not possible with it
     */
    public void check(Arguments in) {
        if (!isKnown(in)) {
            throw RedisError.unknownSubcommand(command, in);
        }
        if (!takes(in)) {
            throw RedisError.wrongCount((command + "|" + in.option(1)).toLowerCase(Locale.ROOT));
        }
    }

    /** All of them in capitals, in their order. */
    public List<String> names() {
        SortedSet<String> names = new TreeSet<>(arities.keySet());
        if (!help.isEmpty()) {
            names.add(HELP);
        }
        return List.copyOf(names);
    }

    /** Whether the second word is one of these, or there is none, as a few commands allow. */
    public boolean isKnown(Arguments in) {
        return in.count() == 1 || arity(in) != null;
    }

    /** Whether the second word, which is one of these, may be in a command of so many. */
    public boolean takes(Arguments in) {
        Integer arity = in.count() == 1 ? Integer.valueOf(1) : arity(in);
        return arity != null && (arity < 0 ? in.count() >= -arity : in.count() == arity);
    }

    /**
     * How many words the whole command has with one of the {@link #names}; negative for so many or
     * more.
     */
    public int arity(String name) {
        return Objects.requireNonNull(ofWord(name), name);
    }

    private @Nullable Integer arity(Arguments in) {
        return ofWord(in.option(1));
    }

    private @Nullable Integer ofWord(String word) {
        boolean isHelp = word.equals(HELP) && !help.isEmpty();
        return isHelp ? Integer.valueOf(HELP_WORDS) : arities.get(word);
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
