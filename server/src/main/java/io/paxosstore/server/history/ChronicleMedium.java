package io.paxosstore.server.history;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.TailerDirection;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.zip.CRC32C;

/**
 * Batches in a Chronicle Queue, a file for every five minutes: one excerpt is a CRC-32C (u32) and
 * the batch. Their places are the queue's indexes. An excerpt whose checksum is wrong is left out,
 * and counted. For one thread.
 *
 * <p>The files are called after the time, and so the places are made of it. Where the clock was set
 * back, batches go on to the newest file until it has caught up: their places grow all the same.
 */
final class ChronicleMedium implements HistoryMedium {
    /** How its files are called. */
    static final String SUFFIX = ".cq4";

    /** How much of a file is mapped, and made longer, at once. */
    private static final int BLOCK_BYTES = 4 << 20;

    /** So long one waits for a lock that a killed process has left; nobody else holds any. */
    private static final long LOCK_MILLIS_MAX = 1000;

    /** No batch is longer; what says so is damaged, and no memory is taken for it. */
    private static final int BATCH_BYTES_MAX = 16 << 20;

    /**
     * A clock that is further behind the newest file was wrong before: who knows when it gets
     * there, and until then no file would grow old.
     */
    private static final Duration BEHIND_MAX = Duration.ofHours(1);

    private final InstantSource clock;
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private ExcerptTailer onward;
    private ExcerptTailer back;
    private final CRC32C crc = new CRC32C();
    private long damaged;

    /** When the newest file begins, by the clock that it was begun by. */
    private long newestFileMillis;

    private long lastAppended;

    /** Known as long as no file goes. */
    private long oldest = NOWHERE;

    /** Where the tailers stand without being moved. */
    private long onwardNext = NOWHERE;

    private long backNext = NOWHERE;

    /**
     * Opens what is there, or begins.
     *
     * @throws RuntimeException if it is damaged
     */
    ChronicleMedium(Path directory, InstantSource clock) {
        this.clock = clock;
        SingleChronicleQueue opened =
                SingleChronicleQueueBuilder.binary(directory)
                        .rollCycle(RollCycles.FIVE_MINUTELY)
                        .blockSize(BLOCK_BYTES)
                        .timeoutMS(LOCK_MILLIS_MAX)
                        .timeProvider(() -> Math.max(clock.millis(), newestFileMillis))
                        .build();
        queue = opened;
        newestFileMillis =
                beginMillis(Math.max(0, opened.lastCycle())); // negative if there is none
        lastAppended = newestPlace();
        appender = queue.createAppender();
        onward = queue.createTailer();
        back = queue.createTailer().direction(TailerDirection.BACKWARD);
    }

    private long beginMillis(int cycle) {
        return (long) cycle * queue.rollCycle().lengthInMillis();
    }

    @Override
    public long append(ByteBuffer batch) {
        long behindMillis = newestFileMillis - clock.millis();
        if (behindMillis > BEHIND_MAX.toMillis()) {
            throw new IllegalStateException(
                    "The clock was set back: it is "
                            + Duration.ofMillis(behindMillis)
                            + " behind the newest file of the history.");
        }
        int length = batch.remaining();
        int from = batch.arrayOffset() + batch.position();
        try (DocumentContext document = appender.writingDocument()) {
            Bytes<?> out = document.wire().bytes();
            out.writeInt(checksum(batch.array(), from, length));
            out.write(batch.array(), from, length);
        }
        long place = appender.lastIndexAppended();
        if (place <= lastAppended) {
            throw new IllegalStateException(
                    "A batch got the place " + place + ", not behind " + lastAppended + ".");
        }
        lastAppended = place;
        newestFileMillis = beginMillis(queue.rollCycle().toCycle(place));
        return place;
    }

    @Override
    public long oldestPlace() {
        if (oldest == NOWHERE && newestPlace() != NOWHERE) {
            oldest = queue.firstIndex();
        }
        return oldest;
    }

    @Override
    public long newestPlace() {
        return Math.max(NOWHERE, queue.lastIndex());
    }

    private int checksum(byte[] bytes, int from, int length) {
        crc.reset();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    @Override
    public long damaged() {
        return damaged;
    }

    /** The tailers go, too: one that stands in such a file keeps its room. */
    @Override
    public void filesHaveGone() {
        queue.refreshDirectoryListing();
        oldest = NOWHERE;
        back.close();
        onward.close();
        onward = queue.createTailer();
        back = queue.createTailer().direction(TailerDirection.BACKWARD);
        onwardNext = NOWHERE;
        backNext = NOWHERE;
    }

    @Override
    public @Nullable Batch newest() {
        back.toEnd();
        return readBack();
    }

    @Override
    public @Nullable Batch before(long place) {
        if (place != backNext) {
            if (!back.moveToIndex(place)) {
                return null;
            }
            try (DocumentContext itself = back.readingDocument()) {
                if (!itself.isPresent()) {
                    return null;
                }
            }
        }
        return readBack();
    }

    private @Nullable Batch readBack() {
        Batch batch = read(back);
        backNext = batch == null ? NOWHERE : batch.place();
        return batch;
    }

    @Override
    public @Nullable Batch from(long place) {
        if (place != onwardNext && !moveTo(place)) {
            return null;
        }
        Batch batch = read(onward);
        onwardNext = batch == null ? NOWHERE : batch.place() + 1;
        return batch;
    }

    /** To a place, or what comes next if nothing is there; false at the end. */
    private boolean moveTo(long place) {
        if (onward.moveToIndex(place)) {
            return true;
        } else if (place < queue.firstIndex()) {
            onward.toStart();
            return true;
        }
        RollCycle cycles = queue.rollCycle();
        int last = cycles.toCycle(queue.lastIndex());
        for (int cycle = cycles.toCycle(place) + 1; cycle <= last; cycle++) {
            if (onward.moveToIndex(cycles.toIndex(cycle, 0))) {
                return true;
            }
        }
        return false;
    }

    /** The next batch of a tailer that is not damaged; null at the end. */
    private @Nullable Batch read(ExcerptTailer tailer) {
        while (true) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return null;
                }
                byte[] batch = batch(document.wire().bytes());
                if (batch != null) {
                    return new Batch(document.index(), ByteBuffer.wrap(batch));
                }
                damaged++;
            }
        }
    }

    private byte @Nullable [] batch(Bytes<?> in) {
        long length = in.readRemaining() - Integer.BYTES;
        if (length <= 0 || length > BATCH_BYTES_MAX) {
            return null;
        }
        int expected = in.readInt();
        byte[] batch = new byte[(int) length];
        in.read(batch);
        return checksum(batch, 0, batch.length) == expected ? batch : null;
    }

    @Override
    public void close() {
        back.close();
        onward.close();
        appender.close();
        queue.close();
    }
}
