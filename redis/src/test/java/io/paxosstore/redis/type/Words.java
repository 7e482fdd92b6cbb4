package io.paxosstore.redis.type;

import java.util.ArrayList;
import java.util.List;

/** The strings of a reply without spaces in them. */
final class Words {
    private Words() {}

    static List<String> of(String reply) {
        List<String> words = new ArrayList<>();
        String[] parts = reply.split(" ", -1);
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].startsWith("$")) {
                i++;
                words.add(i < parts.length ? parts[i] : "");
            }
        }
        return words;
    }
}
