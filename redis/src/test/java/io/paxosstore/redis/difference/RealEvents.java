package io.paxosstore.redis.difference;

import io.paxosstore.redis.data.EventClass;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a redis-server tells of its keys, but for those whose time is over. */
final class RealEvents implements AutoCloseable {
    /** What is told, as {@code CONFIG SET notify-keyspace-events} has it, and as a number. */
    private static final String FLAGS = "Eg$lshztn";

    static final int CLASSES =
            EventClass.bits(
                    EventClass.GENERIC,
                    EventClass.STRING,
                    EventClass.LIST,
                    EventClass.SET,
                    EventClass.HASH,
                    EventClass.SORTED_SET,
                    EventClass.STREAM,
                    EventClass.NEW);

    private static final String CHANNELS = "__keyevent@0__:";
    private static final String END = "end";

    private final RealRedis server;
    private final RealRedis listener;

    private RealEvents(RealRedis server, RealRedis listener) {
        this.server = server;
        this.listener = listener;
    }

    static RealEvents of(RealRedis server) throws IOException {
        run(server, "CONFIG", "SET", "notify-keyspace-events", FLAGS);
        RealRedis listener = server.another();
        run(listener, "PSUBSCRIBE", CHANNELS + "*");
        return new RealEvents(server, listener);
    }

    /** What was told since the last time: each as its name and the key. */
    List<String> told() throws IOException {
        run(server, "PUBLISH", CHANNELS + END, "");
        List<String> told = new ArrayList<>();
        while (true) {
            String[] lines = new String(listener.next(), StandardCharsets.UTF_8).split("\r\n", -1);
            String event = lines[6].substring(CHANNELS.length());
            if (event.equals(END)) {
                return told;
            }
            told.add(event + " " + lines[8]);
        }
    }

    private static void run(RealRedis connection, String... words) throws IOException {
        List<byte[]> all = new ArrayList<>();
        for (String word : words) {
            all.add(word.getBytes(StandardCharsets.UTF_8));
        }
        connection.run(all);
    }

    @Override
    public void close() throws IOException {
        listener.closeConnection();
    }
}
