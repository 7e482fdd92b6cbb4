package io.paxosstore.redis.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads commands from what a connection brings: arrays of strings, or lines as people type them.
 * Nothing is allocated for what has only been announced. Not thread-safe.
 */
public final class RequestDecoder {
    private static final int NO_LENGTH = -1;
    private static final byte[] NO_NAME = {};

    /** A buffer of at most so many bytes is kept, whatever is in it. */
    private static final int CAPACITY_KEPT = 64 * 1024;

    private RequestLimits limits;
    private ByteBuf buffered = Unpooled.EMPTY_BUFFER;
    private List<byte[]> words = new ArrayList<>();
    private int wordsMissing;
    private int wordLength = NO_LENGTH;

    /** Bytes of the words that are announced, and {@link Arguments#WORD_BYTES} for each. */
    private int requestBytes;

    /** The same of those that are here. */
    private int wordsBytes;

    /** What the client is told of a command that is too long; null of one that is not. */
    private @Nullable String refusal;

    /** Bytes of such a command that are passed over before its next word. */
    private long passingBytes;

    /** In how many of the bytes that are here no line ends. */
    private int searched;

    /** A decoder with these limits. */
    public RequestDecoder(RequestLimits limits) {
        this.limits = limits;
    }

    /** Changes the limits for what is read from now on. */
    public void limits(RequestLimits newLimits) {
        limits = newLimits;
    }

    /** Takes what has come; the buffer stays the caller's. */
    public void add(ByteBuf in) {
        if (!buffered.isReadable()) {
            buffered.release();
            buffered = Unpooled.buffer(in.readableBytes());
        } else if (buffered.readerIndex() >= buffered.readableBytes()) {
            buffered.discardReadBytes(); // moves less than was read since the last time
        }
        buffered.writeBytes(in);
    }

    /** About how many bytes are held of commands that are not complete. */
    public int heldBytes() {
        return buffered.readableBytes() + wordsBytes;
    }

    /** Whether a command has begun that is not complete. */
    public boolean isUnfinished() {
        return wordsMissing > 0 || buffered.isReadable();
    }

    /** Forgets everything; at the end of the connection at the latest. */
    public void release() {
        buffered.release();
        buffered = Unpooled.EMPTY_BUFFER;
        reset();
    }

    private void reset() {
        words = new ArrayList<>();
        wordsMissing = 0;
        wordLength = NO_LENGTH;
        requestBytes = 0;
        wordsBytes = 0;
        refusal = null;
        passingBytes = 0;
        searched = 0;
    }

    /**
     * The next command; null if it has not come to its end.
     *
     * @throws ProtocolErrorException if what comes is none: then nothing more can be read
     */
    public @Nullable Arguments next() throws ProtocolErrorException {
        Arguments command = command();
        if (command == null) {
            shrink();
        }
        return command;
    }

    /** A buffer that was large once is not kept for the little that is left in it. */
    private void shrink() {
        int left = buffered.readableBytes();
        if (buffered.capacity() > CAPACITY_KEPT && left < buffered.capacity() / 4) {
            ByteBuf smaller = Unpooled.buffer(left).writeBytes(buffered);
            buffered.release();
            buffered = smaller;
        }
    }

    private @Nullable Arguments command() throws ProtocolErrorException {
        while (wordsMissing == 0) {
            if (!buffered.isReadable()) {
                return null;
            }
            boolean isArray = buffered.getByte(buffered.readerIndex()) == '*';
            String line = line(isArray ? "too big mbulk count string" : "too big inline request");
            if (line == null) {
                return null;
            }
            if (!isArray) {
                List<byte[]> typed = InlineWords.split(line);
                if (typed.isEmpty()) {
                    continue;
                }
                return typed(new Arguments(typed));
            }
            wordsMissing = length(line, limits.wordsMax(), true, "invalid multibulk length");
        }
        return rest();
    }

    /**
     * A page in somebody's browser can have it send a request to any port that it reaches, with
     * commands in its body: at the first line that only HTTP has nothing more is read.
     */
    private static Arguments typed(Arguments command) throws ProtocolErrorException {
        if (command.is(0, "POST") || command.is(0, "HOST:")) {
            throw new ProtocolErrorException("HTTP is not spoken here");
        }
        return command;
    }

    private @Nullable Arguments rest() throws ProtocolErrorException {
        while (wordsMissing > 0) {
            if (wordLength == NO_LENGTH && passingBytes == 0 && !beginWord()) {
                return null;
            }
            if (refusal != null) {
                if (!pass()) {
                    return null;
                }
                continue;
            }
            if (buffered.readableBytes() < wordLength + 2) {
                return null;
            }
            byte[] word = new byte[wordLength];
            buffered.readBytes(word).skipBytes(2);
            words.add(word);
            wordsBytes += wordLength + Arguments.WORD_BYTES;
            wordsMissing--;
            wordLength = NO_LENGTH;
        }
        Arguments command =
                refusal == null
                        ? new Arguments(words)
                        : Arguments.refused(words.isEmpty() ? NO_NAME : words.getFirst(), refusal);
        reset();
        return command;
    }

    /** Passes a word over, as far as it has come; whether it has come to its end. */
    private boolean pass() {
        int some = (int) Math.min(passingBytes, buffered.readableBytes());
        buffered.skipBytes(some);
        passingBytes -= some;
        if (passingBytes == 0) {
            wordsMissing--;
        }
        return passingBytes == 0;
    }

    private boolean beginWord() throws ProtocolErrorException {
        if (!buffered.isReadable()) {
            return false;
        }
        char type = (char) (buffered.getByte(buffered.readerIndex()) & 0xff);
        if (type != '$') {
            String shown = type < ' ' || type > '~' ? "?" : String.valueOf(type);
            throw new ProtocolErrorException("expected '$', got '" + shown + "'");
        }
        String line = line("too big bulk count string");
        if (line == null) {
            return false;
        }
        int most = Math.max(limits.wordBytesMax(), limits.passedBytesMax());
        int length = length(line, most, false, "invalid bulk length");
        if (refusal == null) {
            check(length);
        }
        if (refusal == null) {
            wordLength = length;
            requestBytes += length + Arguments.WORD_BYTES;
        } else {
            passingBytes = length + 2L;
        }
        return true;
    }

    /** Of a command that is too long nothing is kept but its name: what is behind it is read. */
    private void check(int length) throws ProtocolErrorException {
        long bytes = requestBytes - (long) Arguments.WORD_BYTES * words.size() + length;
        if (length > limits.wordBytesMax()) {
            refusal =
                    "ERR a word of the command has %d bytes, and may have %d"
                            .formatted(length, limits.wordBytesMax());
        } else if (bytes > limits.requestBytesMax()) {
            refusal = "ERR the command has more than " + limits.requestBytesMax() + " bytes";
        }
        if (refusal != null) {
            if (limits.passedBytesMax() == 0) {
                throw new ProtocolErrorException(refusal.substring("ERR ".length()));
            }
            words = new ArrayList<>(words.subList(0, Math.min(1, words.size())));
            wordsBytes = words.isEmpty() ? 0 : words.getFirst().length + Arguments.WORD_BYTES;
        }
    }

    /** A line without its end; null if it has not come to its end. */
    private @Nullable String line(String tooLong) throws ProtocolErrorException {
        int readable = buffered.readableBytes();
        int found =
                buffered.bytesBefore(
                        buffered.readerIndex() + searched, readable - searched, (byte) '\n');
        int length = found < 0 ? found : found + searched;
        searched = found < 0 ? readable : 0;
        if (length < 0 || length > RequestLimits.LINE_BYTES_MAX) {
            if (readable > RequestLimits.LINE_BYTES_MAX) {
                throw new ProtocolErrorException(tooLong);
            }
            return null;
        }
        String line = buffered.readString(length, StandardCharsets.ISO_8859_1);
        buffered.skipBytes(1);
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    private static int length(String line, int most, boolean mayBeNegative, String wrong)
            throws ProtocolErrorException {
        byte[] digits = line.substring(1).getBytes(StandardCharsets.ISO_8859_1);
        if (!Arguments.isInteger(digits)) {
            throw new ProtocolErrorException(wrong);
        }
        long length = Arguments.integer(digits);
        if (length > most || (length < 0 && !mayBeNegative)) {
            throw new ProtocolErrorException(wrong);
        }
        return (int) Math.max(0, length);
    }
}
