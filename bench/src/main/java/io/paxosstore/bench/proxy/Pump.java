package io.paxosstore.bench.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Carries the bytes of one direction of one connection: a thread reads, another writes when a
 * chunk's time has come. The queue between them is bounded, so that a stalled receiver is felt.
 */
final class Pump {
    private static final int CHUNK_BYTES = 16 * 1024;
    private static final int CHUNKS_MAX = 64;
    private static final byte[] NOTHING = {};

    /** Bytes, empty for the end of the stream, and when they may go on. */
    @SuppressWarnings("ArrayRecordComponent") // made once, read once
    private record Chunk(byte[] bytes, long dueNanos) {}

    private final Link link;
    private final InputStream in;
    private final OutputStream out;
    private final Runnable onEnd;
    private final FrameFilter filter;
    private final BlockingQueue<Chunk> queue = new ArrayBlockingQueue<>(CHUNKS_MAX);

    /**
     * @param onEnd called when this direction has ended; closes the connection
     */
    Pump(Link link, InputStream in, OutputStream out, Runnable onEnd) {
        this.link = link;
        this.in = in;
        this.out = out;
        this.onEnd = onEnd;
        this.filter = new FrameFilter(link);
    }

    void read() {
        try {
            pass();
        } catch (IOException e) {
            // The sender broke the connection, or the other direction has ended it.
            endWhenOpen();
        } finally {
            // The writer may wait for more; if there is no room, it does not.
            var _ = queue.offer(new Chunk(NOTHING, 0));
        }
    }

    private void pass() throws IOException {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            while (true) {
                link.awaitNotStalled();
                int count = in.read(buffer);
                if (link.awaitNotStalled() == Link.Mode.CUT) {
                    loseTheRest(buffer);
                    return;
                }
                if (count < 0) {
                    put(filter.rest());
                    return;
                }
                put(filter.pass(buffer, count));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void put(byte[] bytes) throws InterruptedException {
        if (bytes.length > 0) {
            queue.put(new Chunk(bytes, System.nanoTime() + link.nextDelayNanos()));
        }
    }

    /** Of a stream with a hole nothing may go on; the receiver hears nothing until it can. */
    private void loseTheRest(byte[] buffer) throws IOException {
        Thread.startVirtualThread(this::endWhenOpen);
        int count = in.read(buffer);
        while (count >= 0) {
            count = in.read(buffer);
        }
    }

    void write() {
        try {
            while (true) {
                Chunk chunk = queue.take();
                long early = chunk.dueNanos() - System.nanoTime();
                if (chunk.bytes().length > 0 && early > 0) {
                    TimeUnit.NANOSECONDS.sleep(early);
                }
                if (link.awaitNotStalled() == Link.Mode.CUT || chunk.bytes().length == 0) {
                    break;
                }
                out.write(chunk.bytes());
            }
        } catch (IOException e) {
            // The receiver is gone; the sender learns it by the end of the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        endWhenOpen();
        // The reader may wait for room.
        queue.clear();
    }

    /** Ends the connection, but not while the end could not be heard. */
    private void endWhenOpen() {
        try {
            link.awaitOpen();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        onEnd.run();
    }
}
