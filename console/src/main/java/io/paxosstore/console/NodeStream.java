package io.paxosstore.console;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What another node tells of itself from second to second, in lines of an answer that does not end
 * (server-sent events): so that it need not be asked. It has a thread, which sleeps in between:
 * that costs less each second than to be told by a selector. Thread-safe.
 */
final class NodeStream implements AutoCloseable {
    private static final int LINE_BYTES_MAX = 8 << 20;
    private static final int BUFFER_BYTES = 16 << 10;
    private static final String DATA = "data: ";

    /** The last that was told, and when. */
    private record Told(String text, long nanos) {}

    private final Neighbour node;
    private final Duration patience;
    private final LongSupplier nanoTime;
    private volatile @Nullable Told told;
    private volatile boolean hasEnded;

    private NodeStream(Neighbour node, Duration patience, LongSupplier nanoTime) {
        this.node = node;
        this.patience = patience;
        this.nanoTime = nanoTime;
    }

    /**
     * Has a node tell.
     *
     * @param patience how long the connection may take, and how long nothing may be told
     */
    static NodeStream begin(Neighbour node, Duration patience, LongSupplier nanoTime) {
        NodeStream stream = new NodeStream(node, patience, nanoTime);
        Thread.ofPlatform().daemon().name("console-node" + node.id()).start(stream::run);
        return stream;
    }

    Neighbour node() {
        return node;
    }

    /** Whether nothing more comes. */
    boolean hasEnded() {
        return hasEnded;
    }

    /**
     * What was told last; null for nothing.
     *
     * @param nanosMax how long ago
     */
    @Nullable String told(long nanosMax) {
        Told last = told;
        return last == null || hasEnded || nanoTime.getAsLong() - last.nanos() > nanosMax
                ? null
                : last.text();
    }

    private void run() {
        try {
            HttpURLConnection open =
                    (HttpURLConnection)
                            Neighbours.address(node, Console.NODE_LIVE)
                                    .toURL()
                                    .openConnection(Proxy.NO_PROXY);
            open.setConnectTimeout((int) patience.toMillis());
            open.setReadTimeout((int) patience.toMillis());
            open.setInstanceFollowRedirects(false);
            open.setRequestProperty(Console.FIELD, "node");
            try (InputStream from = open.getInputStream()) {
                read(from);
            } finally {
                open.disconnect();
            }
        } catch (IOException | RuntimeException e) {
            // It is silent, or not there: who wants to know what is wrong asks it.
        } finally {
            hasEnded = true;
        }
    }

    private void read(InputStream from) throws IOException {
        byte[] bytes = new byte[BUFFER_BYTES];
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int count = from.read(bytes);
        while (count >= 0 && !hasEnded && line.size() <= LINE_BYTES_MAX) {
            int begin = 0;
            for (int i = 0; i < count; i++) {
                if (bytes[i] == '\n') {
                    line.write(bytes, begin, i - begin);
                    take(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                    begin = i + 1;
                }
            }
            line.write(bytes, begin, count - begin);
            count = from.read(bytes);
        }
    }

    private void take(String line) throws IOException {
        if (line.startsWith(DATA)) {
            String answer = line.substring(DATA.length());
            if (!isPortrait(answer)) {
                throw new IOException("node " + node.id() + " is not who answers");
            }
            told = new Told(answer, nanoTime.getAsLong());
        }
    }

    /**
     * Whether it is a portrait of this node, by its begin and end: it comes each second, and to
     * read all of it would cost more than all else.
     */
    private boolean isPortrait(String answer) {
        return answer.startsWith("{\"node\":" + node.id() + ",") && answer.endsWith("}");
    }

    /** Nothing more is taken; the connection ends with the next that is told. Does not wait. */
    @Override
    public void close() {
        hasEnded = true;
    }
}
