package io.paxosstore.redis.stream;

import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Names and what they say, as XINFO tells it. Not thread-safe. */
final class Facts {
    private final List<Reply> words = new ArrayList<>();

    Facts add(String name, Reply value) {
        words.add(Reply.bulk(name));
        words.add(value);
        return this;
    }

    Facts add(String name, long number) {
        return add(name, new Reply.Number(number));
    }

    /** A number; nothing for null. */
    Facts addIfKnown(String name, @Nullable Long number) {
        return add(name, number == null ? Reply.NULL : new Reply.Number(number));
    }

    Reply reply() {
        return new Reply.Pairs(words);
    }
}
