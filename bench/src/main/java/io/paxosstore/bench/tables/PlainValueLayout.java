package io.paxosstore.bench.tables;

import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ValueOperation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A table as one plain value, as applications keep one without tables: rows of constant length one
 * after the other, so that a row is found without a search. Every read takes all of it, every
 * update writes all of it.
 */
final class PlainValueLayout implements Layout {
    private static final String VALUE = "contacts";
    private static final int NAME_BYTES = 24;
    private static final int EMAIL_BYTES = 32;
    private static final int PHONE_BYTES = 16;
    private static final int EMAIL_AT = Long.BYTES + NAME_BYTES;
    private static final int SINCE_AT = EMAIL_AT + EMAIL_BYTES + PHONE_BYTES;
    private static final int CALLS_AT = SINCE_AT + Long.BYTES;
    private static final int ROW_BYTES = CALLS_AT + Long.BYTES;

    @Override
    public String label() {
        return "plain-value";
    }

    @Override
    public List<MultiOp> creation(int rows) {
        ByteBuffer all = ByteBuffer.allocate(rows * ROW_BYTES);
        for (int row = 0; row < rows; row++) {
            int at = row * ROW_BYTES;
            all.putLong(at, row);
            put(all, at + Long.BYTES, Contact.name(row), NAME_BYTES);
            put(all, at + EMAIL_AT, Contact.email(row), EMAIL_BYTES);
            put(all, at + EMAIL_AT + EMAIL_BYTES, Contact.phone(row), PHONE_BYTES);
            all.putLong(at + SINCE_AT, Contact.since(row));
        }
        return List.of(MultiOp.of(new ValueOperation.Put(VALUE, all.array(), 0)));
    }

    private static void put(ByteBuffer all, int at, String text, int bytesMax) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        all.put(at, bytes, 0, Math.min(bytes.length, bytesMax));
    }

    @Override
    public MultiOp read(long row) {
        return MultiOp.of(new ValueOperation.Get(VALUE));
    }

    private static byte[] value(Object result) {
        byte[] value = ((Result.Value) result).value();
        if (value == null) {
            throw new IllegalStateException("A table is missing.");
        }
        return value;
    }

    @Override
    public boolean shows(Object result, long row) {
        int at = Math.toIntExact(row * ROW_BYTES + EMAIL_AT);
        String email = new String(value(result), at, EMAIL_BYTES, StandardCharsets.UTF_8).trim();
        return email.equals(Contact.email(row));
    }

    @Override
    public MultiOp update(long row, Object read, long stamp) {
        byte[] value = value(read).clone();
        ByteBuffer.wrap(value).putLong(Math.toIntExact(row * ROW_BYTES + CALLS_AT), stamp);
        return MultiOp.of(new ValueOperation.Put(VALUE, value, 0));
    }

    @Override
    public long sumOfSince(Answers answers, long firstRow, int rows) {
        ByteBuffer all = ByteBuffer.wrap(value(answers.to(read(firstRow))));
        long sum = 0;
        for (long row = firstRow; row < firstRow + rows; row++) {
            sum += all.getLong(Math.toIntExact(row * ROW_BYTES + SINCE_AT));
        }
        return sum;
    }

    @Override
    public long countSince(Answers answers, long sinceSeconds) {
        ByteBuffer all = ByteBuffer.wrap(value(answers.to(read(0))));
        long count = 0;
        for (int at = SINCE_AT; at < all.limit(); at += ROW_BYTES) {
            count += all.getLong(at) >= sinceSeconds ? 1 : 0;
        }
        return count;
    }

    @Override
    public boolean readsToUpdate() {
        return true;
    }
}
