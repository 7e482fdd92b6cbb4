package io.paxosstore.redis.type;

import io.paxosstore.redis.command.Subcommands;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.List;
import java.util.Map;

/** OBJECT. */
final class ObjectCommand {
    /** What there is of it. */
    static final Subcommands SUBCOMMANDS =
            new Subcommands(
                    "OBJECT",
                    Map.of("ENCODING", 3, "FREQ", 3, "IDLETIME", 3, "REFCOUNT", 3),
                    List.of(
                            "ENCODING <key>",
                            "    Return the kind of internal representation used in order to"
                                    + " store the value",
                            "    associated with a <key>.",
                            "FREQ <key>",
                            "    Return the access frequency index of the <key>. The returned"
                                    + " integer is",
                            "    proportional to the logarithm of the recent access frequency of"
                                    + " the key.",
                            "IDLETIME <key>",
                            "    Return the idle time of the <key>, that is the approximated"
                                    + " number of",
                            "    seconds elapsed since the last access to the key.",
                            "REFCOUNT <key>",
                            "    Return the number of references of the value associated with"
                                    + " the specified",
                            "    <key>."));

    private ObjectCommand() {}

    static Reply execute(Keyspace keys, Arguments in) {
        return Subcommands.isHelp(in)
                ? SUBCOMMANDS.helpReply()
                : about(keys, in.option(1), in.bytes(2));
    }

    private static Reply about(Keyspace keys, String what, byte[] key) {
        Keyspace.Found found = keys.find(key);
        if (found == null) {
            return Reply.NULL;
        }
        return switch (what) {
            case "ENCODING" -> Reply.bulk(new Encodings(keys, key).of(found));
            case "REFCOUNT" -> new Reply.Number(1);
            case "IDLETIME" -> new Reply.Number(0);
            default ->
                    throw new RedisError(
                            "ERR An LFU maxmemory policy is not selected, access frequency not"
                                + " tracked. Please note that when switching between policies at"
                                + " runtime LRU and LFU data will take some time to adjust.");
        };
    }
}
