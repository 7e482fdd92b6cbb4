package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

/** The format that every row begins with. */
final class RowFormat {
    private RowFormat() {}

    /**
     * What comes behind the format.
     *
     * @throws MalformedBytesException if it is another one
     */
    static ByteReader reader(byte[] row, int format) {
        ByteReader in = ByteReader.of(row);
        int found = in.getByte();
        if (found != format) {
            throw new MalformedBytesException("A row of a stream has the format " + found + ".");
        }
        return in;
    }
}
