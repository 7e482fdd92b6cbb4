package io.paxosstore.cli;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Lines of UTF-8; one that is not is refused, not read with signs in place of bytes. */
final class Utf8Lines {
    private final InputStream in;
    private int number;

    Utf8Lines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /**
     * The next line without its end; null at the end.
     *
     * @throws IllegalArgumentException with one sentence when it is not UTF-8; reading may go on
     */
    @Nullable String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        number++;
        while (next >= 0 && next != '\n') {
            line.write(next);
            next = in.read();
        }
        byte[] bytes = line.toByteArray();
        int length = bytes.length;
        if (length > 0 && bytes[length - 1] == '\r') {
            length--;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "Line "
                            + number
                            + " is not UTF-8 and is not executed: give commands, keys and values"
                            + " in UTF-8.",
                    e);
        }
    }
}
