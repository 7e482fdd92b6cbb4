package io.paxosstore.redis.stream;

import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An XREAD or XREADGROUP that waits, in the words of what is attempted. The keys are in one entity.
 * Immutable.
 */
public final class WaitingRead {
    /** Most entries of a stream that come to who has waited and not said how many. */
    static final int COUNT = 1000;

    private static final String LAST_ID = "$17\r\nlast-generated-id\r\n";

    private final Arguments command;
    private final KeyPositions.Streams positions;
    private final List<Integer> keys;

    private WaitingRead(Arguments command, KeyPositions.Streams positions) {
        this.command = command;
        this.positions = positions;
        this.keys = positions.of(command);
    }

    /** A command that waits, if it is such a one; else null. */
    public static @Nullable WaitingRead of(Arguments command, CommandSpec spec) {
        return spec.keys() instanceof KeyPositions.Streams positions
                ? new WaitingRead(command, positions)
                : null;
    }

    /** Its words. */
    public Arguments command() {
        return command;
    }

    /**
     * The question for the last id of the first stream of which all is wanted from now on; null if
     * there is none.
     */
    public @Nullable Arguments question() {
        int at = nowAt();
        return at < 0 ? null : words("XINFO", "STREAM", List.of(command.bytes(at - keys.size())));
    }

    /** The index of the first id that stands for now; -1 if there is none. */
    private int nowAt() {
        if (positions.isGroup()) {
            return -1;
        }
        for (int key : keys) {
            if (command.is(key + keys.size(), "$")) {
                return key + keys.size();
            }
        }
        return -1;
    }

    /**
     * The same with the id that was asked for.
     *
     * @param answer to {@link #question} in version 2 of the protocol
     * @return null if the answer is another error than that there is no such key
     */
    public @Nullable WaitingRead answered(byte[] answer) {
        String text = new String(answer, StandardCharsets.ISO_8859_1);
        String id;
        if (text.startsWith("-" + RedisError.noSuchKey().getMessage())) {
            id = StreamId.ZERO.toString();
        } else if (text.contains(LAST_ID)) {
            String rest = text.substring(text.indexOf(LAST_ID) + LAST_ID.length());
            id = rest.split("\r\n", 3)[1];
        } else {
            return null;
        }
        List<byte[]> words = new ArrayList<>(command.from(0));
        words.set(nowAt(), bytes(id));
        return new WaitingRead(new Arguments(words), positions);
    }

    /** The same when it has found nothing at once. */
    public WaitingRead waiting() {
        if (positions.optionAt(command, "COUNT") >= 0) {
            return this;
        }
        List<byte[]> words = new ArrayList<>(command.from(0));
        words.addAll(1, List.of(bytes("COUNT"), bytes(Integer.toString(COUNT))));
        return new WaitingRead(new Arguments(words), positions);
    }

    /** Whether a reply says that a group that was waited for is gone, or its key. */
    public boolean isGone(byte[] reply) {
        return positions.isGroup() && (begins(reply, "-NOGROUP ") || begins(reply, "-WRONGTYPE "));
    }

    /** The questions for which of both it is, one for each key. */
    public List<Arguments> whatIsGone() {
        return keys.stream()
                .map(key -> words("XINFO", "GROUPS", List.of(command.bytes(key))))
                .toList();
    }

    /**
     * What is told whose group is gone, or whose key.
     *
     * @param answers to {@link #whatIsGone}
     */
    public byte[] gone(List<byte[]> answers) {
        return bytes(
                answers.stream().allMatch(answer -> begins(answer, "*"))
                        ? "-NOGROUP the consumer group this client was blocked on no longer"
                                + " exists\r\n"
                        : "-UNBLOCKED the stream key no longer exists\r\n");
    }

    private static boolean begins(byte[] reply, String with) {
        return new String(reply, StandardCharsets.ISO_8859_1).startsWith(with);
    }

    private static Arguments words(String name, String what, List<byte[]> more) {
        List<byte[]> words = new ArrayList<>(List.of(bytes(name), bytes(what)));
        words.addAll(more);
        return new Arguments(words);
    }

    private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.ISO_8859_1);
    }
}
