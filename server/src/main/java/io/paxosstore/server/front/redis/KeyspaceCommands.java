package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

/** Commands that concern all keys of a database: they walk through them. */
final class KeyspaceCommands {
    private KeyspaceCommands() {}

    static void addTo(OwnCommands commands) {
        commands.group("generic")
                .add(
                        "SCAN",
                        -2,
                        "2.8.0",
                        "Goes through the keys, a part at each call",
                        (with, in, reply) -> {
                            ScanCommand scan = new ScanCommand(in);
                            with.withDatabase(reply, () -> scan.begin(with, reply));
                        },
                        Flag.READONLY,
                        Flag.NO_MULTI)
                .add(
                        "KEYS",
                        2,
                        "1.0.0",
                        "Returns all keys of a pattern",
                        (with, in, reply) ->
                                with.withDatabase(
                                        reply, () -> AllKeys.list(with, in.bytes(1), reply)),
                        Flag.READONLY,
                        Flag.NO_MULTI)
                .add(
                        "RANDOMKEY",
                        1,
                        "1.0.0",
                        "Returns one of the keys",
                        (with, in, reply) ->
                                with.withDatabase(reply, () -> RandomKey.draw(with, reply)),
                        Flag.READONLY,
                        Flag.NO_MULTI)
                .group("server")
                .add(
                        "DBSIZE",
                        1,
                        "1.0.0",
                        "Counts the keys",
                        (with, in, reply) ->
                                with.withDatabase(reply, () -> AllKeys.count(with, reply)),
                        Flag.READONLY,
                        Flag.NO_MULTI)
                .add(
                        "FLUSHDB",
                        -1,
                        "1.0.0",
                        "Removes all keys of the database",
                        (with, in, reply) -> {
                            checkMode(in);
                            with.withDatabase(reply, () -> FlushCommand.flush(with, reply));
                        },
                        Flag.WRITE,
                        Flag.NO_MULTI)
                .add(
                        "FLUSHALL",
                        -1,
                        "1.0.0",
                        "Removes all keys of all databases",
                        (with, in, reply) -> {
                            checkMode(in);
                            FlushCommand.flushAll(with, reply);
                        },
                        Flag.WRITE,
                        Flag.NO_MULTI);
    }

    private static void checkMode(Arguments in) {
        if (in.count() > 2 || (in.count() == 2 && !in.is(1, "ASYNC") && !in.is(1, "SYNC"))) {
            throw RedisError.syntax();
        }
    }

    /** The end of a command that walks: its reply, and others go on. */
    static void end(Conversation with, ReplySlot reply, Reply answer) {
        reply.give(answer);
        with.resume();
    }
}
