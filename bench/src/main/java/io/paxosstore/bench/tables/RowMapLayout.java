package io.paxosstore.bench.tables;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table as a map, a record of RocksDB for each row: what main tables are compared with. */
final class RowMapLayout implements Layout {
    private static final String MAP = "contacts";
    private static final int ROWS_PER_ENTRY = 1000;
    private static final int HEAD_BYTES = 2 * Long.BYTES;

    @Override
    public String label() {
        return "row-map";
    }

    private static byte[] key(long row) {
        return ByteBuffer.allocate(Long.BYTES).putLong(row).array();
    }

    private static byte[] value(long row, long calls) {
        byte[] text =
                (Contact.email(row) + "|" + Contact.name(row) + "|" + Contact.phone(row))
                        .getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEAD_BYTES + text.length)
                .putLong(calls)
                .putLong(Contact.since(row))
                .put(text)
                .array();
    }

    @Override
    public List<MultiOp> creation(int rows) {
        List<MultiOp> all = new ArrayList<>();
        for (int from = 0; from < rows; from += ROWS_PER_ENTRY) {
            List<MapOperation.Field> fields = new ArrayList<>();
            for (long row = from; row < Math.min(rows, from + ROWS_PER_ENTRY); row++) {
                fields.add(new MapOperation.Field(key(row), value(row, 0)));
            }
            all.add(MultiOp.of(new MapOperation.Put(MAP, fields, 0)));
        }
        return all;
    }

    @Override
    public MultiOp read(long row) {
        return MultiOp.of(new MapOperation.Get(MAP, List.of(key(row))));
    }

    @Override
    public boolean shows(Object result, long row) {
        List<byte @Nullable []> values = ((Result.Values) result).values();
        byte[] value = values.getFirst();
        byte[] email = Contact.email(row).getBytes(StandardCharsets.UTF_8);
        return value != null
                && Arrays.equals(
                        value, HEAD_BYTES, HEAD_BYTES + email.length, email, 0, email.length);
    }

    @Override
    public MultiOp update(long row, Object read, long stamp) {
        return MultiOp.of(
                new MapOperation.Put(
                        MAP, List.of(new MapOperation.Field(key(row), value(row, stamp))), 0));
    }

    private static long since(MapOperation.Field field) {
        return ByteBuffer.wrap(field.value()).getLong(Long.BYTES);
    }

    @Override
    public long sumOfSince(Answers answers, long firstRow, int rows) {
        Page page = Page.of(rows);
        Object read = answers.to(MultiOp.of(new MapOperation.Scan(MAP, key(firstRow), null, page)));
        return ((Result.Fields) read).fields().stream().mapToLong(RowMapLayout::since).sum();
    }

    @Override
    public long countSince(Answers answers, long sinceSeconds) {
        long count = 0;
        byte[] from = new byte[0];
        while (from != null) {
            MapOperation.Scan next = new MapOperation.Scan(MAP, from, null, Page.LARGEST);
            Result.Fields read = (Result.Fields) answers.to(MultiOp.of(next));
            count += read.fields().stream().filter(one -> since(one) >= sinceSeconds).count();
            from = read.next();
        }
        return count;
    }

    @Override
    public boolean readsToUpdate() {
        return false;
    }
}
