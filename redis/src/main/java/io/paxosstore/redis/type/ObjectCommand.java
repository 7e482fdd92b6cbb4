package io.paxosstore.redis.type;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** OBJECT. */
final class ObjectCommand {
    private static final List<String> HELP =
            List.of(
                    "OBJECT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
                    "ENCODING <key>",
                    "    Return the kind of internal representation used in order to store the"
                            + " value",
                    "    associated with a <key>.",
                    "FREQ <key>",
                    "    Return the access frequency index of the <key>. The returned integer is",
                    "    proportional to the logarithm of the recent access frequency of the key.",
                    "IDLETIME <key>",
                    "    Return the idle time of the <key>, that is the approximated number of",
                    "    seconds elapsed since the last access to the key.",
                    "REFCOUNT <key>",
                    "    Return the number of references of the value associated with the"
                            + " specified",
                    "    <key>.",
                    "HELP",
                    "    Prints this help.");

    private ObjectCommand() {}

    static Reply execute(Keyspace keys, Arguments in) {
        String what = in.option(1);
        boolean isHelp = what.equals("HELP");
        boolean isKnown =
                isHelp
                        || Stream.of("ENCODING", "REFCOUNT", "IDLETIME", "FREQ")
                                .anyMatch(what::equals);
        if (!isKnown) {
            throw RedisError.unknownSubcommand("OBJECT", in);
        }
        if (in.count() != (isHelp ? 2 : 3)) {
            throw RedisError.wrongCount("object|" + what.toLowerCase(Locale.ROOT));
        }
        return isHelp ? help() : about(keys, what, in.bytes(2));
    }

    private static Reply help() {
        return new Reply.Array(HELP.stream().<Reply>map(Reply.Status::new).toList());
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
