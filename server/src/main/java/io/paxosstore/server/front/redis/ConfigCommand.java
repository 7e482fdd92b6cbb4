package io.paxosstore.server.front.redis;

import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** CONFIG: what is so here of what Redis has settings for. Nothing can be set while it runs. */
final class ConfigCommand {
    private ConfigCommand() {}

    static void execute(Conversation with, Arguments in, ReplySlot reply) {
        reply.give(
                switch (in.option(1)) {
                    case "GET" -> get(with.port().options(), in);
                    case "SET" ->
                            throw new RedisError(
                                    "ERR CONFIG SET is not supported: settings of a node are in its"
                                            + " configuration, and are read when it starts");
                    case "RESETSTAT" -> Reply.OK;
                    default -> throw RedisError.unknownSubcommand("CONFIG", in);
                });
    }

    private static Map<String, String> settings(RedisOptions options) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("appendfsync", "always");
        settings.put("appendonly", "yes");
        settings.put("cluster-enabled", "no");
        settings.put("databases", Integer.toString(options.databases().size()));
        settings.put("maxclients", Integer.toString(options.connectionsMax()));
        settings.put("maxmemory", "0");
        settings.put("maxmemory-policy", "noeviction");
        settings.put("notify-keyspace-events", "");
        settings.put("port", Integer.toString(options.port()));
        settings.put("proto-max-bulk-len", Integer.toString(options.requests().wordBytesMax()));
        settings.put(
                "client-query-buffer-limit",
                Integer.toString(options.requests().requestBytesMax()));
        settings.put("save", "");
        settings.put("timeout", "0");
        return settings;
    }

    private static Reply get(RedisOptions options, Arguments in) {
        if (in.count() < 3) {
            throw RedisError.wrongCount("config|get");
        }
        List<Reply> found = new ArrayList<>();
        settings(options)
                .forEach((name, value) -> {
                    if (isWanted(name, in)) {
                        found.add(Reply.bulk(name));
                        found.add(Reply.bulk(value));
                    }
                });
        return new Reply.Pairs(found);
    }

    private static boolean isWanted(String name, Arguments in) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        for (int i = 2; i < in.count(); i++) {
            String pattern = in.text(i).toLowerCase(Locale.ROOT);
            if (new Glob(pattern.getBytes(StandardCharsets.UTF_8)).matches(bytes)) {
                return true;
            }
        }
        return false;
    }
}
