package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.function.Function;

/** The format that every row begins with. */
final class RowFormat {
    private RowFormat() {}

    /**
     * What a row says. Other clients may write any rows, so one that is none is no damage.
     *
     * @throws io.paxosstore.redis.resp.RedisError if it is of another format, or none
     */
    static <R> R decode(byte[] row, int format, Function<ByteReader, R> content) {
        try {
            ByteReader in = ByteReader.of(row);
            if (in.getByte() != format) {
                throw StreamErrors.unreadable();
            }
            R decoded = content.apply(in);
            in.end();
            return decoded;
        } catch (MalformedBytesException e) {
            throw StreamErrors.unreadable();
        }
    }
}
