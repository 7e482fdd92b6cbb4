package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * A line of CLIENT LIST: all fields that Redis has there, since clients fail where one is not. What
 * they say of the memory of a connection's buffers is 0.
 */
final class ClientLine {
    private final StringJoiner fields = new StringJoiner(" ");

    private ClientLine() {}

    /**
     * A connection's line.
     *
     * @param nowNanos on the monotonic clock
     */
    static String of(
            ConnectionState state,
            OwnSubscriptions listening,
            ClientAddresses addresses,
            long nowNanos) {
        ConnectionState.Transaction queued = state.transaction();
        CommandSpec last = state.lastCommand();
        return new ClientLine()
                .add("id", state.id())
                .add("addr", addresses.client())
                .add("laddr", addresses.own())
                .add("fd", -1)
                .add("name", state.name())
                .add("age", seconds(nowNanos - state.beganNanos()))
                .add("idle", seconds(nowNanos - state.lastNanos()))
                .add("flags", flags(state, listening))
                .add("db", state.database())
                .add("sub", listening.countOf(Subject.Kind.CHANNEL))
                .add("psub", listening.countOf(Subject.Kind.PATTERN))
                .add("ssub", listening.countOf(Subject.Kind.SHARD))
                .add("multi", queued == null ? -1 : queued.commands().size())
                .zeros("qbuf", "qbuf-free", "argv-mem")
                .add("multi-mem", state.heldBytes())
                .zeros("rbs", "rbp", "obl", "oll", "omem")
                .add("tot-mem", state.heldBytes() + listening.heldBytes())
                .add("events", "r")
                .add("cmd", last == null ? "NULL" : last.name().toLowerCase(Locale.ROOT))
                .add("user", ConnectionCommands.USER)
                .add("redir", -1)
                .add("resp", state.version())
                .add("lib-name", state.library(ConnectionState.LIBRARY_NAME))
                .add("lib-ver", state.library(ConnectionState.LIBRARY_VERSION))
                .text();
    }

    private static String flags(ConnectionState state, OwnSubscriptions listening) {
        String flags =
                (listening.isEmpty() ? "" : "P")
                        + (state.transaction() == null ? "" : "x")
                        + (state.isBlocked() ? "b" : "");
        return flags.isEmpty() ? "N" : flags;
    }

    private static long seconds(long nanos) {
        return Math.max(0, TimeUnit.NANOSECONDS.toSeconds(nanos));
    }

    private ClientLine zeros(String... names) {
        for (String name : names) {
            add(name, 0);
        }
        return this;
    }

    private ClientLine add(String name, @Nullable Object value) {
        fields.add(name + "=" + value);
        return this;
    }

    private String text() {
        return fields.toString();
    }
}
