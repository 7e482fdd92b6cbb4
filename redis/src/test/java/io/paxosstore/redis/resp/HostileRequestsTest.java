package io.paxosstore.redis.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Whatever bytes come, in whatever pieces: commands, or the end of them, at a bounded cost. */
class HostileRequestsTest {
    private static final RequestLimits LIMITS = new RequestLimits(1 << 20, 1 << 20, 4 << 20, 0);
    private static final List<String> PARTS =
            List.of(
                    "*",
                    "$",
                    "\r\n",
                    "\n",
                    "\r",
                    "*1\r\n",
                    "*2\r\n",
                    "*-1\r\n",
                    "*0\r\n",
                    "*1048577\r\n",
                    "*9223372036854775808\r\n",
                    "$3\r\nGET\r\n",
                    "$0\r\n\r\n",
                    "$-1\r\n",
                    "$1048576\r\n",
                    "$99999999999\r\n",
                    "PING\r\n",
                    "SET \"a b\" 'c'\r\n",
                    "\"\\x00\\q",
                    "'",
                    "\0",
                    ":5\r\n",
                    "ÿþ");

    private final Random random = new Random(42);

    /** What a decoder makes of bytes: the commands, and the words of the error if there is one. */
    private List<String> decoded(byte[] bytes, int pieceMax) {
        RequestDecoder decoder = new RequestDecoder(LIMITS);
        List<String> decoded = new ArrayList<>();
        int from = 0;
        while (from < bytes.length) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(pieceMax));
            decoder.add(Unpooled.wrappedBuffer(bytes, from, to - from));
            from = to;
            if (!readAll(decoder, decoded)) {
                break;
            }
            assertTrue(decoder.heldBytes() <= 8 * from, "held " + decoder.heldBytes());
        }
        decoder.release();
        assertEquals(0, decoder.heldBytes());
        return decoded;
    }

    private static boolean readAll(RequestDecoder decoder, List<String> decoded) {
        try {
            Arguments command = decoder.next();
            while (command != null) {
                decoded.add(text(command));
                command = decoder.next();
            }
            return true;
        } catch (ProtocolErrorException e) {
            decoded.add(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static String text(Arguments command) {
        StringBuilder text = new StringBuilder();
        for (byte[] word : command.from(0)) {
            text.append(word.length).append(' ');
            text.append(new String(word, StandardCharsets.ISO_8859_1)).append('|');
        }
        return text.toString();
    }

    private byte[] garbage() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int parts = random.nextInt(30);
        for (int i = 0; i < parts; i++) {
            if (random.nextInt(8) == 0) {
                byte[] noise = new byte[random.nextInt(20)];
                random.nextBytes(noise);
                out.writeBytes(noise);
            } else {
                String part = PARTS.get(random.nextInt(PARTS.size()));
                out.writeBytes(part.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return out.toByteArray();
    }

    @Test
    void piecesMakeNoDifference() {
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = garbage();
            List<String> whole = decoded(bytes, Math.max(1, bytes.length));
            assertEquals(whole, decoded(bytes, 1));
            assertEquals(whole, decoded(bytes, 7));
        }
    }

    @Test
    void manyCommandsInPieces() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            List<byte[]> words = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            out.writeBytes(("*" + count + "\r\n").getBytes(StandardCharsets.US_ASCII));
            for (int j = 0; j < count; j++) {
                byte[] word = new byte[random.nextInt(random.nextInt(10) == 0 ? 5000 : 10)];
                random.nextBytes(word);
                words.add(word);
                out.writeBytes(("$" + word.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.writeBytes(word);
                out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            wanted.add(text(new Arguments(words)));
        }
        for (int pieceMax : new int[] {1, 100, 5000, 1 << 20}) {
            assertEquals(wanted, decoded(out.toByteArray(), pieceMax));
        }
    }

    @Test
    void whatIsAnnouncedIsNotHeld() throws ProtocolErrorException {
        RequestDecoder decoder = new RequestDecoder(LIMITS);
        byte[] head = "*1000000\r\n$1048576\r\nab".getBytes(StandardCharsets.US_ASCII);
        decoder.add(Unpooled.wrappedBuffer(head));
        assertEquals(null, decoder.next());
        assertTrue(decoder.isUnfinished());
        assertTrue(decoder.heldBytes() <= head.length, "held " + decoder.heldBytes());
    }

    /** The time is for two millions of bytes, not for the square of their number. */
    @Test
    void smallPiecesCostNoMoreThanLargeOnes() {
        byte[] word = new byte[1 << 20];
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(("$" + word.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(word);
        out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] line = new byte[RequestLimits.LINE_BYTES_MAX + 2];
        Arrays.fill(line, (byte) 'a');
        byte[] empty = "$0\r\n\r\n".repeat(200_000).getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        many.writeBytes("*200000\r\n".getBytes(StandardCharsets.US_ASCII));
        many.writeBytes(empty);
        assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> {
                    assertEquals(1, decoded(out.toByteArray(), 1).size());
                    assertEquals(1, decoded(many.toByteArray(), 1).size());
                    assertEquals(
                            List.of("ERR Protocol error: too big inline request"),
                            decoded(line, 1));
                });
    }

    @Test
    void limitsHold() {
        assertEquals(
                "ERR Protocol error: the command has more than 4194304 bytes",
                failure("*9\r\n" + ("$1048576\r\n" + "a".repeat(1 << 20) + "\r\n").repeat(5)));
        assertEquals(
                "ERR Protocol error: invalid multibulk length", failure("*1048577\r\n$1\r\na"));
        assertEquals("ERR Protocol error: invalid bulk length", failure("*1\r\n$1048577\r\n"));
        assertEquals("ERR Protocol error: invalid bulk length", failure("*1\r\n$-1\r\n"));
        assertEquals("ERR Protocol error: expected '$', got '*'", failure("*1\r\n*1\r\n$1"));
        assertEquals("ERR Protocol error: expected '$', got '?'", failure("*1\r\n\0"));
    }

    /** As with Redis, to which it is none: what is behind it is a command again. */
    @Test
    void aCommandThatIsTooLongCostsNothingElse() throws ProtocolErrorException {
        RequestLimits limits = new RequestLimits(100, 10, 20, 1 << 20);
        String word = "$5000\r\n" + "*1\r\n".repeat(1250) + "\r\n";
        String request =
                "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n"
                        + word
                        + "*1\r\n"
                        + word
                        + "*4\r\n$4\r\nMSET\r\n$1\r\nk\r\n$9\r\nvvvvvvvvv\r\n$9\r\nvvvvvvvvv\r\n"
                        + "*1\r\n$4\r\nPING\r\n";
        for (int piece : new int[] {1, 7, 4096, 1 << 20}) {
            RequestDecoder decoder = new RequestDecoder(limits);
            List<String> read = new ArrayList<>();
            byte[] bytes = request.getBytes(StandardCharsets.US_ASCII);
            for (int at = 0; at < bytes.length; at += piece) {
                int some = Math.min(piece, bytes.length - at);
                decoder.add(Unpooled.wrappedBuffer(bytes, at, some));
                Arguments next = decoder.next();
                while (next != null) {
                    read.add(next.text(0) + " " + refusal(next));
                    next = decoder.next();
                }
                assertTrue(decoder.heldBytes() <= 200 + piece, "held " + decoder.heldBytes());
            }
            String tooLong = "ERR a word of the command has 5000 bytes, and may have 10";
            assertEquals(
                    List.of(
                            "SET " + tooLong,
                            " " + tooLong,
                            "MSET ERR the command has more than 20 bytes",
                            "PING none"),
                    read);
            assertFalse(decoder.isUnfinished());
        }
        RequestDecoder decoder = new RequestDecoder(limits);
        decoder.add(
                Unpooled.wrappedBuffer("*1\r\n$1048577\r\n".getBytes(StandardCharsets.US_ASCII)));
        assertThrows(ProtocolErrorException.class, decoder::next);
    }

    private static String refusal(Arguments command) {
        try {
            command.checkIsWhole();
            return "none";
        } catch (RedisError e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static @Nullable String failure(String request) {
        RequestDecoder decoder = new RequestDecoder(LIMITS);
        decoder.add(Unpooled.wrappedBuffer(request.getBytes(StandardCharsets.ISO_8859_1)));
        return assertThrows(
                        ProtocolErrorException.class,
                        () -> {
                            while (decoder.next() != null) {
                                // the next one
                            }
                        })
                .getMessage();
    }
}
