package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/** Commands that concern the connection: who the client is, and how it wants to be spoken to. */
final class ConnectionCommands {
    /** The only user. */
    static final String USER = "default";

    /** Chooses the database, also for the commands behind it in a transaction. */
    static final String SELECT = "SELECT";

    private ConnectionCommands() {}

    static void addTo(OwnCommands commands) {
        commands.group("connection")
                .add(
                        "HELLO",
                        -1,
                        "6.0.0",
                        "Chooses the version of the protocol",
                        ConnectionCommands::hello,
                        Flag.FAST,
                        Flag.NOSCRIPT,
                        Flag.NO_AUTH,
                        Flag.NO_MULTI)
                .add(
                        "AUTH",
                        -2,
                        "1.0.0",
                        "Says who the client is",
                        ConnectionCommands::auth,
                        Flag.FAST,
                        Flag.NOSCRIPT,
                        Flag.NO_AUTH)
                .add(
                        "PING",
                        -1,
                        "1.0.0",
                        "Says that the server lives",
                        ConnectionCommands::ping,
                        Flag.FAST)
                .add(
                        "ECHO",
                        2,
                        "1.0.0",
                        "Returns the string",
                        (with, in, reply) -> reply.give(new Reply.Bulk(in.bytes(1))),
                        Flag.FAST)
                .add(
                        SELECT,
                        2,
                        "1.0.0",
                        "Chooses the database",
                        (with, in, reply) -> {
                            with.state().database(database(with, in));
                            reply.give(Reply.OK);
                        },
                        Flag.FAST)
                .add(
                        "QUIT",
                        -1,
                        "1.0.0",
                        "Closes the connection",
                        (with, in, reply) -> {
                            reply.give(Reply.OK);
                            with.closeWhenAnswered();
                        },
                        Flag.FAST,
                        Flag.NOSCRIPT,
                        Flag.NO_AUTH)
                .add(
                        "RESET",
                        1,
                        "6.2.0",
                        "Makes the connection as it was at its beginning",
                        (with, in, reply) -> reset(with, reply),
                        Flag.FAST,
                        Flag.NOSCRIPT,
                        Flag.NO_AUTH)
                .add(
                        "CLIENT",
                        -2,
                        "2.4.0",
                        "Tells of connections, and names this one",
                        ClientCommand::execute,
                        Flag.NOSCRIPT)
                .subcommands(ClientCommand.ARITIES)
                .add(
                        "READONLY",
                        1,
                        "3.0.0",
                        "Nothing: every node serves every key",
                        (with, in, reply) -> reply.give(Reply.OK),
                        Flag.FAST)
                .add(
                        "READWRITE",
                        1,
                        "3.0.0",
                        "Nothing: every node serves every key",
                        (with, in, reply) -> reply.give(Reply.OK),
                        Flag.FAST);
    }

    private static void reset(Conversation with, ReplySlot reply) {
        with.state().answering(ConnectionState.Answering.ALL); // this command, too
        with.behindTurns(
                reply,
                () -> {
                    with.subscriptions().clear();
                    with.state().reset(!with.port().options().password().isEmpty());
                    reply.give(new Reply.Status("RESET"));
                });
    }

    private static void ping(Conversation with, Arguments in, ReplySlot reply) {
        if (in.count() > 2) {
            throw RedisError.wrongCount("ping");
        }
        if (with.state().version() == ConnectionState.FIRST_VERSION
                && !with.subscriptions().isEmpty()) {
            byte[] word = in.count() == 2 ? in.bytes(1) : new byte[0];
            reply.give(new Reply.Array(List.of(Reply.bulk("pong"), new Reply.Bulk(word))));
            return;
        }
        reply.give(in.count() == 2 ? new Reply.Bulk(in.bytes(1)) : new Reply.Status("PONG"));
    }

    /**
     * The number of the database that SELECT chooses.
     *
     * @throws RedisError if there is none
     */
    static int database(Conversation with, Arguments in) {
        long number = in.integer(1);
        if (number < 0 || number >= with.port().databases().count()) {
            throw new RedisError("ERR DB index is out of range");
        }
        return (int) number;
    }

    private static void auth(Conversation with, Arguments in, ReplySlot reply) {
        if (in.count() > 3) {
            throw RedisError.syntax();
        }
        if (in.count() == 2 && with.port().options().password().isEmpty()) {
            throw new RedisError(
                    "ERR AUTH <password> called without any password configured for the default"
                            + " user. Are you sure your configuration is correct?");
        }
        authenticate(with, in.count() == 2 ? USER : in.text(1), in.bytes(in.count() == 2 ? 1 : 2));
        reply.give(Reply.OK);
    }

    private static void authenticate(Conversation with, String user, byte[] password) {
        byte[] wanted = with.port().options().password().getBytes(StandardCharsets.UTF_8);
        boolean isRight = wanted.length == 0 || MessageDigest.isEqual(wanted, password);
        if (!user.equals(USER) || !isRight) {
            throw new RedisError("WRONGPASS invalid username-password pair or user is disabled.");
        }
        with.state().authenticated();
        with.known();
    }

    private static void hello(Conversation with, Arguments in, ReplySlot reply) {
        int version = with.state().version();
        int next = 1;
        if (in.count() > 1) {
            version = version(in);
            next = 2;
        }
        @Nullable String name = null;
        while (next < in.count()) {
            if (in.is(next, "AUTH") && next + 2 < in.count()) {
                authenticate(with, in.text(next + 1), in.bytes(next + 2));
                next += 3;
            } else if (in.is(next, "SETNAME") && next + 1 < in.count()) {
                name = ClientCommand.name(in, next + 1);
                next += 2;
            } else {
                throw new RedisError("ERR Syntax error in HELLO option '" + in.text(next) + "'");
            }
        }
        if (!with.state().isAuthenticated()) {
            throw new RedisError(
                    "NOAUTH HELLO must be called with the client already authenticated, otherwise"
                            + " the HELLO <proto> AUTH <user> <pass> option can be used to"
                            + " authenticate the client and select the RESP protocol version at"
                            + " the same time");
        }
        if (name != null) {
            with.state().name(name);
        }
        with.state().version(version);
        reply.give(ReplyWriter.bytes(facts(with, version), version));
    }

    private static int version(Arguments in) {
        long version;
        try {
            version = in.integer(1);
        } catch (RedisError e) {
            throw new RedisError("ERR Protocol version is not an integer or out of range");
        }
        if (version != 2 && version != 3) {
            throw new RedisError("NOPROTO unsupported protocol version");
        }
        return (int) version;
    }

    private static Reply facts(Conversation with, int version) {
        List<Reply> facts = new ArrayList<>();
        facts.add(Reply.bulk("server"));
        facts.add(Reply.bulk("redis"));
        facts.add(Reply.bulk("version"));
        facts.add(Reply.bulk(ServerFacts.REDIS_VERSION));
        facts.add(Reply.bulk("proto"));
        facts.add(new Reply.Number(version));
        facts.add(Reply.bulk("id"));
        facts.add(new Reply.Number(with.state().id()));
        facts.add(Reply.bulk("mode"));
        facts.add(Reply.bulk("standalone"));
        facts.add(Reply.bulk("role"));
        facts.add(Reply.bulk("master"));
        facts.add(Reply.bulk("modules"));
        facts.add(Reply.EMPTY);
        return new Reply.Pairs(facts);
    }
}
