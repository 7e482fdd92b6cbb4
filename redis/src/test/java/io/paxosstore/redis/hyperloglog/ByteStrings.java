package io.paxosstore.redis.hyperloglog;

import io.paxosstore.redis.MemoryRedis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Strings of any bytes that keys hold, and commands with such words. */
final class ByteStrings {
    private final MemoryRedis redis;

    ByteStrings(MemoryRedis redis) {
        this.redis = redis;
    }

    void set(String key, byte[] value) {
        run("SET", key, value);
    }

    /** Of a key that is there. */
    byte[] get(String key) {
        byte[] reply = redis.run(List.of(bytes("GET"), bytes(key)));
        int head = new String(reply, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
        return Arrays.copyOfRange(reply, head, reply.length - 2);
    }

    String hex(String key) {
        return HexFormat.of().formatHex(get(key));
    }

    /** Executes a command of a name, a key and other words; its reply as the protocol has it. */
    String run(String name, String key, byte[]... words) {
        List<byte[]> command = new ArrayList<>(List.of(bytes(name), bytes(key)));
        command.addAll(List.of(words));
        return new String(redis.run(command), StandardCharsets.ISO_8859_1).strip();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
