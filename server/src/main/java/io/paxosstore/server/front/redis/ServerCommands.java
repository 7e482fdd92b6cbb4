package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.BlockingTime;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.data.Micros;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commands that tell of the server, or that Redis's clients expect of one. */
final class ServerCommands {
    private static final Micros MICROS = new Micros();

    private ServerCommands() {}

    static void addTo(OwnCommands commands) {
        commands.group("server")
                .add(
                        "COMMAND",
                        -1,
                        "2.8.13",
                        "Tells what commands there are",
                        CommandCommand::execute)
                .subcommands(Map.of("COUNT", 2, "INFO", -2, "DOCS", -2, "LIST", -2, "GETKEYS", -4))
                .add("INFO", -1, "1.0.0", "Tells of the server", ServerCommands::info)
                .add(
                        "CONFIG",
                        -2,
                        "2.0.0",
                        "Tells the settings that Redis's clients ask for, and sets which events of"
                                + " keys are published",
                        ConfigCommand::execute,
                        Flag.ADMIN,
                        Flag.NOSCRIPT)
                .subcommands(Map.of("GET", -3, "SET", -4, "RESETSTAT", 2))
                .add(
                        "TIME",
                        1,
                        "2.6.0",
                        "Returns the time of the node",
                        ServerCommands::time,
                        Flag.FAST)
                .add(
                        "ROLE",
                        1,
                        "2.8.12",
                        "Says that every node takes writes",
                        (with, in, reply) ->
                                reply.give(
                                        new Reply.Array(
                                                List.of(
                                                        Reply.bulk("master"),
                                                        new Reply.Number(0),
                                                        Reply.EMPTY))),
                        Flag.FAST,
                        Flag.NOSCRIPT)
                .group("generic")
                .add(
                        "WAIT",
                        3,
                        "3.0.0",
                        "Says how many other nodes have stored what this connection has written",
                        ServerCommands::await,
                        Flag.NO_MULTI)
                .group("cluster")
                .add(
                        "CLUSTER",
                        -2,
                        "3.0.0",
                        "Tells of the cluster's nodes and slots",
                        ClusterCommand::execute)
                .subcommands(
                        Map.of(
                                "INFO", 2, "MYID", 2, "NODES", 2, "SLOTS", 2, "SHARDS", 2,
                                "KEYSLOT", 3));
    }

    private static void info(Conversation with, Arguments in, ReplySlot reply) {
        Set<String> names = new HashSet<>();
        for (int i = 1; i < in.count(); i++) {
            names.add(in.option(i));
        }
        reply.give(new Reply.Text(with.port().facts().info(names)));
    }

    private static void time(Conversation with, Arguments in, ReplySlot reply) {
        reply.give(MICROS.time(with.home().wallMillis()));
    }

    /** What was answered before is stored by a majority: there is nothing to wait for but that. */
    private static void await(Conversation with, Arguments in, ReplySlot reply) {
        in.integer(1);
        BlockingTime.ofMillis(in, 2);
        int others = with.port().facts().cluster().nodes().size() - 1;
        with.whenIdle(() -> reply.give(new Reply.Number((others + 1) / 2)));
    }
}
