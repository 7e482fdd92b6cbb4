package io.paxosstore.server.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;

/** What waits in a file is there as a whole, or it is known that it is not. */
final class WaitingFileTest {
    private static final int SHARDS = 2;
    private static final long LINEAGE = 77;
    private static final int PAGE = 4096;

    @TempDir private Path directory;
    private Path path;
    private WaitingFile file;

    @BeforeEach
    void create() throws IOException {
        path = directory.resolve("waiting-1");
        file = WaitingFile.create(path, SHARDS, 0);
        file.lineage(LINEAGE);
    }

    private void add(int shard, int value, int bytes) {
        byte[] change = new byte[bytes];
        change[0] = (byte) value;
        file.buffers().get(shard).add(ByteBuffer.wrap(change), 0, bytes);
    }

    /** The first bytes of the changes that were left. */
    private List<Integer> left() throws IOException {
        List<ByteBuffer> left = WaitingFile.left(path, LINEAGE);
        assertNotNull(left);
        return left.stream()
                .flatMapToInt(batch ->
                        IntStream.iterate(
                                        0,
                                        at -> at < batch.limit(),
                                        at -> at + Integer.BYTES + batch.getInt(at))
                                .map(at -> batch.get(at + Integer.BYTES)))
                .boxed()
                .toList();
    }

    private static ByteBuffer take(MappedBuffer buffer) {
        ByteBuffer batch = buffer.take(ByteBuffer.allocate(1));
        assertNotNull(batch);
        return batch;
    }

    @Test
    void whatWasTakenIsThereUntilItIsKept() throws IOException {
        add(0, 1, 10);
        add(1, 5, 2000);
        MappedBuffer buffer = file.buffers().getFirst();
        assertEquals(14, take(buffer).remaining());
        add(0, 2, 10);
        assertEquals(List.of(1, 2, 5), left());
        buffer.kept();
        assertEquals(List.of(2, 5), left());
        assertEquals(14, take(buffer).remaining());
        add(0, 3, 10);
        assertEquals(List.of(2, 3, 5), left(), "the older half first, whichever that is");
        buffer.kept();
        assertEquals(14, take(buffer).remaining());
        buffer.kept();
        assertNull(buffer.take(ByteBuffer.allocate(1)));
        assertEquals(List.of(5), left());
    }

    @Test
    void whatDidNotFitMakesAllOfItUseless() throws IOException {
        int much = 1 << 20;
        long changes = 0;
        MappedBuffer buffer = file.buffers().get(1);
        while (buffer.dropped() == 0) {
            add(1, 1, much);
            changes++;
        }
        assertNull(WaitingFile.left(path, LINEAGE));
        buffer.forgetDropped(0);
        assertNull(WaitingFile.left(path, LINEAGE), "something was dropped later");
        buffer.forgetDropped(1);
        assertEquals(changes - 1, left().size());
    }

    @Test
    void anotherLineageIsNone() throws IOException {
        add(0, 1, 10);
        assertNull(WaitingFile.left(path, LINEAGE + 1));
        file.lineage(0);
        assertNull(WaitingFile.left(path, LINEAGE));
    }

    @Test
    void whatCannotBeIsOfNoUse() throws IOException {
        add(0, 1, 10);
        for (long[] place :
                new long[][] {
                    {0, 1}, // the magic
                    {8, 100}, // shards
                    {12, -1}, // bytes of a half
                    {PAGE + 4, -1}, // a length
                    {PAGE + 4, Integer.MAX_VALUE},
                    {PAGE + 4, 13}, // one that ends in the middle of a change
                    {2 * PAGE, -5} // the length of a change
                }) {
            try (FileChannel channel =
                    FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer before = ByteBuffer.allocate(4);
                channel.read(before, place[0]);
                channel.write(ByteBuffer.allocate(4).putInt((int) place[1]).flip(), place[0]);
                assertNull(WaitingFile.left(path, LINEAGE), () -> "at " + place[0]);
                channel.write(before.flip(), place[0]);
                assertEquals(List.of(1), left());
            }
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 1);
        }
        assertNull(WaitingFile.left(path, LINEAGE));
    }
}
