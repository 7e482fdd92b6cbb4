package io.paxosstore.server.front.redis;

import io.paxosstore.redis.data.EventFlags;
import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * CONFIG: what is so here of what Redis has settings for. Only what is told of keys can be set
 * while it runs.
 */
final class ConfigCommand {
    private static final String EVENTS = "notify-keyspace-events";

    private ConfigCommand() {}

    static void execute(Conversation with, Arguments in, ReplySlot reply) {
        reply.give(
                switch (in.option(1)) {
                    case "GET" -> get(with.port(), in);
                    case "SET" -> set(with.port(), in);
                    case "RESETSTAT" -> Reply.OK;
                    default -> throw RedisError.unknownSubcommand("CONFIG", in);
                });
    }

    private static Reply set(RedisPort port, Arguments in) {
        if (in.count() % 2 != 0) {
            throw RedisError.wrongCount("config|set");
        }
        EventFlags flags = null;
        for (int i = 2; i < in.count(); i += 2) {
            if (!in.option(i).equals(EVENTS.toUpperCase(Locale.ROOT))) {
                throw new RedisError(
                        "ERR CONFIG SET is not supported but for "
                                + EVENTS
                                + ": settings of a node are in its configuration, and are read"
                                + " when it starts");
            }
            if (flags != null) {
                throw failed("duplicate parameter");
            }
            flags = EventFlags.of(in.text(i + 1));
            if (flags == null) {
                throw failed("Invalid event class character. Use '" + EventFlags.LETTERS + "'.");
            }
        }
        port.events().own(Objects.requireNonNull(flags));
        return Reply.OK;
    }

    private static RedisError failed(String why) {
        return new RedisError(
                "ERR CONFIG SET failed (possibly related to argument '" + EVENTS + "') - " + why);
    }

    private static Map<String, String> settings(RedisPort port) {
        RedisOptions options = port.options();
        Map<String, String> settings = new TreeMap<>();
        settings.put("appendfsync", "always");
        settings.put("appendonly", "yes");
        settings.put("cluster-enabled", "no");
        settings.put("databases", Integer.toString(options.databases().size()));
        settings.put("maxclients", Integer.toString(options.connectionsMax()));
        settings.put("maxmemory", "0");
        settings.put("maxmemory-policy", "noeviction");
        settings.put(EVENTS, port.events().own().letters());
        settings.put("port", Integer.toString(options.port()));
        settings.put("proto-max-bulk-len", Integer.toString(options.requests().wordBytesMax()));
        settings.put(
                "client-query-buffer-limit",
                Integer.toString(options.requests().requestBytesMax()));
        settings.put("save", "");
        settings.put("tcp-keepalive", Long.toString(options.keepAliveSeconds()));
        settings.put("timeout", "0");
        return settings;
    }

    private static Reply get(RedisPort port, Arguments in) {
        List<Glob> wanted = ManyWords.from(in, 2).stream().map(ConfigCommand::pattern).toList();
        List<Reply> found = new ArrayList<>();
        settings(port)
                .forEach((name, value) -> {
                    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                    if (wanted.stream().anyMatch(pattern -> pattern.matches(bytes))) {
                        found.add(Reply.bulk(name));
                        found.add(Reply.bulk(value));
                    }
                });
        return new Reply.Pairs(found);
    }

    /** Letters are the same in either case. */
    private static Glob pattern(byte[] word) {
        String small = new String(word, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
        return new Glob(small.getBytes(StandardCharsets.UTF_8));
    }
}
