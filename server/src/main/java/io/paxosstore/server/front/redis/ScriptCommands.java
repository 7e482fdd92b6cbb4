package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.script.Eval;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** EVALSHA, EVALSHA_RO and SCRIPT, which deal with the scripts that this node knows. */
final class ScriptCommands {
    private static final String NAME = "SCRIPT";

    private static final List<String> HELP =
            List.of(
                    "SCRIPT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
                    "EXISTS <sha1> [<sha1> ...]",
                    "    Return information about the existence of the scripts in the script"
                            + " cache.",
                    "FLUSH [ASYNC|SYNC]",
                    "    Flush the Lua scripts cache of this node.",
                    "LOAD <script>",
                    "    Load a script into the scripts cache of this node without executing it.",
                    "HELP",
                    "    Prints this help.");

    private ScriptCommands() {}

    static void addTo(OwnCommands commands) {
        commands.group("scripting")
                .add(
                        "EVALSHA",
                        -3,
                        Eval.KEYS,
                        "2.6.0",
                        "Executes a script that this node knows",
                        ScriptCommands::execute,
                        Flag.NOSCRIPT)
                .add(
                        "EVALSHA_RO",
                        -3,
                        Eval.KEYS,
                        "7.0.0",
                        "Executes a script that this node knows and that changes nothing",
                        ScriptCommands::execute,
                        Flag.NOSCRIPT)
                .add(
                        NAME,
                        -2,
                        "2.6.0",
                        "Deals with the scripts that this node knows",
                        ScriptCommands::script,
                        Flag.NOSCRIPT)
                .subcommands(Map.of("LOAD", 3, "EXISTS", -3, "FLUSH", -2, "HELP", 2));
    }

    private static void execute(Conversation with, Arguments in, ReplySlot reply) {
        CommandSpec spec = with.port().commands().of(in);
        Arguments eval = with.port().scripts().withText(in, spec);
        with.withDatabase(reply, () -> with.executeOnKeys(eval, reply));
    }

    private static void script(Conversation with, Arguments in, ReplySlot reply) {
        ScriptTexts scripts = with.port().scripts();
        reply.give(
                switch (in.option(1)) {
                    case "LOAD" -> Reply.bulk(scripts.load(in.bytes(2)));
                    case "EXISTS" -> exist(scripts, in);
                    case "FLUSH" -> {
                        boolean saysHow = in.is(2, "SYNC") || in.is(2, "ASYNC");
                        if (in.count() > 3 || (in.count() == 3 && !saysHow)) {
                            throw new RedisError("ERR SCRIPT FLUSH only support SYNC|ASYNC option");
                        }
                        scripts.clear();
                        yield Reply.OK;
                    }
                    case "HELP" ->
                            new Reply.Array(HELP.stream().<Reply>map(Reply.Status::new).toList());
                    default -> throw RedisError.unknownSubcommand(NAME, in);
                });
    }

    private static Reply exist(ScriptTexts scripts, Arguments in) {
        return new Reply.Array(
                in.from(2).stream()
                        .map(sha1 ->
                                Reply.flag(
                                        scripts.has(new String(sha1, StandardCharsets.ISO_8859_1))))
                        .toList());
    }
}
