package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;

/**
 * An entry of a stream.
 *
 * <pre>
 *  u8 format (1) | varint words | per word bytes
 * </pre>
 *
 * @param words fields and values by turns
 */
record StreamEntry(StreamId id, List<byte[]> words) {
    private static final int FORMAT = 1;

    byte[] encode() {
        ByteWriter out = new ByteWriter(64).putByte(FORMAT).putVarint(words.size());
        words.forEach(out::putBytes);
        return out.toBytes();
    }

    static StreamEntry decode(StreamId id, byte[] bytes) {
        return new StreamEntry(id, RowFormat.decode(bytes, FORMAT, StreamEntry::words));
    }

    private static List<byte[]> words(ByteReader in) {
        int count = in.getCount();
        List<byte[]> words = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            words.add(in.getBytes());
        }
        return words;
    }

    /** Its id, and its fields and values. */
    Reply reply() {
        return new Reply.Array(List.of(id.reply(), Reply.bulks(words)));
    }

    static Reply replies(List<StreamEntry> entries) {
        return new Reply.Array(entries.stream().map(StreamEntry::reply).toList());
    }
}
