package io.paxosstore.node.peer;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the other node has told on one connection of the incarnations that it knows. A BATCH names
 * the vector that its messages rest on by number, so that what a frame costs does not grow with the
 * cluster; it is taken only under knowledge at least as new (Rule A3). Not thread-safe.
 */
final class HeardIncarnations {
    private final Incarnations known;
    private final Incarnations.Sink onNews;

    /** Of the newest vector what this shard does not know. */
    private final Map<Integer, Integer> news = new TreeMap<>();

    private int number;

    /**
     * @param known what this shard knows
     * @param onNews told of what it does not know, with every frame that rests on it
     */
    HeardIncarnations(Incarnations known, Incarnations.Sink onNews) {
        this.known = known;
        this.onNews = onNews;
    }

    /** Takes what follows the type of an INCARNATIONS; an older one than the newest is nothing. */
    void told(ByteReader in) {
        int itsNumber = in.getInt();
        boolean isNewer = itsNumber > number;
        if (isNewer) {
            number = itsNumber;
            news.clear();
        }
        Incarnations.read(
                in,
                (node, incarnation) -> {
                    if (isNewer && known.isNews(node, incarnation)) {
                        news.put(node, incarnation);
                    }
                });
        tellNews();
    }

    /**
     * Whether all is known that messages rest on.
     *
     * @param onNumber the number of their sender's vector
     */
    boolean isKnown(int onNumber) {
        if (onNumber < 1) {
            throw new MalformedBytesException("A batch rests on no incarnations.");
        }
        if (!news.isEmpty()) {
            news.entrySet().removeIf(life -> !known.isNews(life.getKey(), life.getValue()));
            tellNews();
        }
        return news.isEmpty() && onNumber <= number;
    }

    private void tellNews() {
        news.forEach(onNews::incarnation);
    }
}
