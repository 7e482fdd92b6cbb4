package io.paxosstore.node.memory;

import java.util.HashMap;
import java.util.Map;

/**
 * What the requests that came on one connection take of the node's memory until they are answered,
 * whoever has sent them. On the loop only.
 */
public final class RequestMemory {
    /** What a request costs beside its content: its objects, and a short answer; in bytes. */
    public static final int REQUEST_BYTES = 1024;

    /** Content up to this is covered by {@link #REQUEST_BYTES}. */
    private static final int CONTENT_BYTES_FREE = 2 * 1024;

    /** Content from this on is a large request. */
    private static final int CONTENT_BYTES_LARGE = 16 * 1024;

    /**
     * How often the content of a request is in memory until it is answered: as it came, as part of
     * an entry, as a record for the disk, and in what goes to the peers.
     */
    private static final int COPIES = 4;

    private final LoopMemory memory;

    /** What content costs that is not free, by the sender's number of the request. */
    private final Map<Long, Long> contents = new HashMap<>(2);

    private int underWay;
    private long contentBytes;

    public RequestMemory(LoopMemory memory) {
        this.memory = memory;
    }

    /**
     * A request begins.
     *
     * @param id the sender's number for it; the same may come twice
     * @param bytes of its content: what it brings, or what its answer is known to bring
     * @return false when the node has no memory for it
     */
    public boolean begin(long id, int bytes) {
        long content = bytes <= CONTENT_BYTES_FREE ? 0 : (long) COPIES * bytes;
        Use use = bytes < CONTENT_BYTES_LARGE ? Use.SMALL : Use.LARGE;
        if (!memory.reserve(REQUEST_BYTES + content, use)) {
            return false;
        }
        underWay++;
        if (content > 0) { // two requests of one number: the first that ends gives back both
            contents.merge((Long) id, (Long) content, Long::sum);
            contentBytes += content;
        }
        return true;
    }

    /** It has its outcome. */
    public void end(long id) {
        underWay--;
        Long taken = contents.isEmpty() ? null : contents.remove(id);
        long content = taken == null ? 0 : taken;
        contentBytes -= content;
        memory.release(REQUEST_BYTES + content);
    }

    /** How many requests wait for their outcome. */
    public int underWay() {
        return underWay;
    }

    /** What their contents cost that are not free. */
    public long contentBytes() {
        return contentBytes;
    }
}
