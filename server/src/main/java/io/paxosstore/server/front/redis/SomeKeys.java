package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A command that waits for any of several keys, as one that waits for some of them. */
final class SomeKeys {
    private static final byte[] TYPE = ascii("TYPE");
    private static final byte[] NO_KEY = ascii("+none\r\n");

    private SomeKeys() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The questions for the types of its keys, in their order. */
    static List<Arguments> questions(Arguments command, CommandSpec spec) {
        return spec.keysOf(command).stream().map(key -> new Arguments(List.of(TYPE, key))).toList();
    }

    /** Whether an answer is no type, but says why there is none. */
    static boolean isError(byte[] answer) {
        return answer[0] == '-';
    }

    /**
     * The command without the keys of a type that it does not take; null if it has no others.
     *
     * @param command whose keys stand one behind the other, and all of whose words are right
     * @param types the answers to its {@link #questions}
     */
    static @Nullable Arguments ofItsType(Arguments command, CommandSpec spec, List<byte[]> types) {
        byte[] taken = taken(spec);
        List<Integer> keys = spec.keys().of(command);
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            byte[] type = types.get(i);
            if (Arrays.equals(type, taken) || Arrays.equals(type, NO_KEY)) {
                kept.add(keys.get(i));
            }
        }
        return kept.isEmpty() ? null : of(command, spec, keys, kept);
    }

    /**
     * Of a command that moves an element: it waits while the key is missing, or of another type,
     * that it takes it from; it is refused where only the other one is of another type.
     *
     * @param types the answers to its {@link #questions}
     */
    static boolean isTargetWrong(CommandSpec spec, List<byte[]> types) {
        byte[] taken = taken(spec);
        byte[] target = types.get(1);
        return Arrays.equals(types.get(0), taken)
                && !Arrays.equals(target, taken)
                && !Arrays.equals(target, NO_KEY)
                && !isError(target);
    }

    /** The answer of a key of the type that it takes. */
    private static byte[] taken(CommandSpec spec) {
        return ascii("+" + (spec.group().equals("sorted-set") ? "zset" : spec.group()) + "\r\n");
    }

    private static Arguments of(
            Arguments command, CommandSpec spec, List<Integer> keys, List<Integer> kept) {
        int first = keys.getFirst();
        List<byte[]> words = new ArrayList<>(command.list(0, first));
        kept.forEach(key -> words.add(command.bytes(key)));
        switch (spec.keys()) {
            case KeyPositions.Streams _ ->
                    kept.forEach(key -> words.add(command.bytes(key + keys.size())));
            case KeyPositions.Counted counted -> {
                words.set(counted.countAt(), ascii(Integer.toString(kept.size())));
                words.addAll(command.from(first + keys.size()));
            }
            case KeyPositions.Fixed _, KeyPositions.Sorting _, KeyPositions.Storing _ ->
                    words.addAll(command.from(first + keys.size()));
        }
        return new Arguments(words);
    }
}
