package io.paxosstore.redis.difference;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Replies whose arrays have no order: all that have the same elements are the same text. */
final class SortedReply {
    private final String reply;
    private final boolean inPairs;
    private int at;

    private SortedReply(String reply, boolean inPairs) {
        this.reply = reply;
        this.inPairs = inPairs;
    }

    /**
     * The text of a reply.
     *
     * @param inPairs whether arrays of strings are of pairs, whose two parts stay together
     */
    static String of(byte[] reply, boolean inPairs) {
        return new SortedReply(new String(reply, StandardCharsets.ISO_8859_1), inPairs).next();
    }

    private String next() {
        int end = reply.indexOf("\r\n", at);
        String line = reply.substring(at, end);
        at = end + 2;
        char type = line.charAt(0);
        int count = "$*~%".indexOf(type) < 0 ? 0 : Integer.parseInt(line.substring(1));
        if (type == '$' && count >= 0) {
            at += count + 2;
            return line + ' ' + reply.substring(at - count - 2, at - 2) + ' ';
        }
        List<String> elements = new ArrayList<>();
        boolean areStrings = true;
        for (int i = type == '%' ? 2 * count : count; i > 0; i--) {
            areStrings &= reply.charAt(at) == '$';
            elements.add(next());
        }
        boolean joined = type == '%' || (inPairs && type == '*' && areStrings);
        return line + ' ' + String.join("", joined ? sortedPairs(elements) : sorted(elements));
    }

    private static List<String> sorted(List<String> elements) {
        return elements.stream().sorted().toList();
    }

    private static List<String> sortedPairs(List<String> elements) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < elements.size(); i += 2) {
            pairs.add(elements.get(i) + elements.get(i + 1));
        }
        return sorted(pairs);
    }
}
