package io.paxosstore.server.front.redis;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.server.front.redis.ConnectionState.Answering;

import java.util.Locale;
import java.util.Map;

/** CLIENT with its subcommands. */
final class ClientCommand {
    /** All names together are one reply. */
    private static final int NAME_BYTES_MAX = 255;

    /** The subcommands, with how many words the command has. */
    static final Map<String, Integer> ARITIES =
            Map.ofEntries(
                    Map.entry("ID", 2),
                    Map.entry("GETNAME", 2),
                    Map.entry("SETNAME", 3),
                    Map.entry("SETINFO", 4),
                    Map.entry("INFO", 2),
                    Map.entry("LIST", -2),
                    Map.entry("KILL", -3),
                    Map.entry("UNBLOCK", -3),
                    Map.entry("REPLY", 3),
                    Map.entry("NO-EVICT", 3),
                    Map.entry("NO-TOUCH", 3));

    private ClientCommand() {}

    static void execute(Conversation with, Arguments in, ReplySlot reply) {
        reply.give(
                switch (in.option(1)) {
                    case "ID" -> new Reply.Number(with.state().id());
                    case "GETNAME" ->
                            with.state().name().isEmpty()
                                    ? Reply.NULL
                                    : Reply.bulk(with.state().name());
                    case "SETNAME" -> setName(with, in);
                    case "SETINFO" -> setInfo(with, in);
                    case "INFO" -> new Reply.Text(with.describe(with.home().nowNanos()) + "\n");
                    case "LIST" -> new Reply.Text(ClientList.list(with, in));
                    case "KILL" -> ClientList.kill(with, in);
                    case "UNBLOCK" -> ClientList.unblock(with, in);
                    case "REPLY" -> answering(with, in);
                    case "NO-EVICT", "NO-TOUCH" -> onOrOff(in);
                    default -> throw RedisError.unknownSubcommand("CLIENT", in);
                });
    }

    private static Reply answering(Conversation with, Arguments in) {
        with.state()
                .answering(
                        switch (in.option(2)) {
                            case "ON" -> Answering.ALL;
                            case "OFF" -> Answering.NONE;
                            case "SKIP" -> with.state().skipping();
                            default -> throw RedisError.syntax();
                        });
        return Reply.OK;
    }

    private static Reply setName(Conversation with, Arguments in) {
        with.state().name(name(in, 2));
        return Reply.OK;
    }

    /**
     * A name of a connection.
     *
     * @throws RedisError if it would not be one word
     */
    static String name(Arguments in, int index) {
        return word(in, index, "Client names");
    }

    private static String word(Arguments in, int index, String what) {
        String name = in.text(index);
        if (in.bytes(index).length > NAME_BYTES_MAX) {
            throw new RedisError(
                    "ERR " + what + " cannot have more than " + NAME_BYTES_MAX + " bytes");
        }
        if (!name.chars().allMatch(letter -> letter > ' ' && letter <= '~')) {
            throw new RedisError(
                    "ERR " + what + " cannot contain spaces, newlines or special characters.");
        }
        return name;
    }

    private static Reply setInfo(Conversation with, Arguments in) {
        String option = in.option(2);
        if (!option.equals(ConnectionState.LIBRARY_NAME)
                && !option.equals(ConnectionState.LIBRARY_VERSION)) {
            throw new RedisError("ERR Unrecognized option '" + in.text(2) + "'");
        }
        with.state().library(option, word(in, 3, option.toLowerCase(Locale.ROOT)));
        return Reply.OK;
    }

    private static Reply onOrOff(Arguments in) {
        if (!in.is(2, "ON") && !in.is(2, "OFF")) {
            throw RedisError.syntax();
        }
        return Reply.OK;
    }
}
