package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.TextBytes;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** All commands by their names. Immutable. */
public final class CommandTable {
    /** Of words that are told back. */
    private static final int SHOWN_MAX = 128;

    private final Map<String, CommandSpec> commands = new TreeMap<>();

    /**
     * A table of these groups.
     *
     * @throws IllegalArgumentException if two commands have one name
     */
    public CommandTable(List<CommandGroup> groups) {
        for (CommandGroup group : groups) {
            for (CommandSpec command : group.commands()) {
                if (commands.put(command.name(), command) != null) {
                    throw new IllegalArgumentException("Two commands are " + command.name() + ".");
                }
            }
        }
    }

    /** A command by its name, in letters of any case; null if there is none. */
    public @Nullable CommandSpec find(byte[] name) {
        return find(new String(name, StandardCharsets.ISO_8859_1));
    }

    /** A command by its name, in letters of any case; null if there is none. */
    public @Nullable CommandSpec find(String name) {
        CommandSpec exact = commands.get(name);
        return exact == null ? commands.get(name.toUpperCase(Locale.ROOT)) : exact;
    }

    /**
     * The command that words are, with a possible number of them, and a subcommand that there is.
     *
     * @throws RedisError if there is none
     */
    public CommandSpec of(Arguments words) {
        words.checkIsWhole();
        CommandSpec command = find(words.bytes(0));
        if (command == null) {
            throw unknown(words);
        }
        if (!command.takes(words.count())) {
            throw RedisError.wrongCount(command.name().toLowerCase(Locale.ROOT));
        }
        Subcommands subcommands = command.subcommands();
        if (subcommands != null) {
            subcommands.check(words);
        }
        return command;
    }

    private static RedisError unknown(Arguments words) {
        StringBuilder text = new StringBuilder("ERR unknown command '");
        text.append(shown(words.bytes(0))).append("', with args beginning with: ");
        for (int i = 1; i < words.count() && text.length() < SHOWN_MAX; i++) {
            text.append('\'').append(shown(words.bytes(i))).append("' ");
        }
        return new RedisError(text.toString());
    }

    /** So that it stays one line. */
    private static String shown(byte[] word) {
        byte[] cut = Arrays.copyOf(word, Math.min(SHOWN_MAX, word.length));
        return TextBytes.text(cut).replace('\r', ' ').replace('\n', ' ');
    }

    /** All of them, in the order of their names. */
    public Collection<CommandSpec> all() {
        return commands.values();
    }
}
