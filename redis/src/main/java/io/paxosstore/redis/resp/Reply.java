package io.paxosstore.redis.resp;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The reply to a command, in the types of RESP3; {@link ReplyWriter} says how RESP2 shows them.
 * Arrays are not copied and must not be changed afterwards.
 */
public sealed interface Reply {
    /** What most commands say that have nothing to say. */
    Reply OK = new Status("OK");

    /** A command was put into a transaction. */
    Reply QUEUED = new Status("QUEUED");

    /** Nothing, where a string could be. */
    Reply NULL = new Null();

    /** Nothing, where an array could be. */
    Reply NULL_ARRAY = new NullArray();

    /** No elements. */
    Reply EMPTY = new Array(List.of());

    /** A word of the protocol's own; any bytes as {@link TextBytes} has them. */
    record Status(String word) implements Reply {}

    /**
     * A command failed.
     *
     * @param text a code in capitals, and one sentence; without line ends, else any bytes as {@link
     *     TextBytes} has them
     */
    @SuppressWarnings("AvoidCommonTypeNames") // as the protocol calls it
    record Error(String text) implements Reply {}

    /** A whole number. */
    @SuppressWarnings("AvoidCommonTypeNames") // as the protocol calls it
    record Number(long number) implements Reply {}

    /** A string of any bytes. */
    @SuppressWarnings("ArrayRecordComponent") // on its way to the network
    record Bulk(byte[] bytes) implements Reply {}

    /** See {@link #NULL}. */
    record Null() implements Reply {}

    /** See {@link #NULL_ARRAY}. */
    record NullArray() implements Reply {}

    /** Elements in order. */
    record Array(List<Reply> elements) implements Reply {}

    /** Elements of no order; an array in RESP2. */
    record Members(List<Reply> elements) implements Reply {}

    /**
     * Pairs; in RESP2 an array of keys and values by turns.
     *
     * @param elements keys and values by turns
     */
    record Pairs(List<Reply> elements) implements Reply {}

    /**
     * Pairs in an order, of which one may come twice: an array of arrays; in RESP2 one array of all
     * by turns.
     *
     * @param elements firsts and seconds by turns
     */
    record Couples(List<Reply> elements) implements Reply {}

    /**
     * Pairs of which the second is an array; in RESP2 an array of arrays of two.
     *
     * @param elements keys and values by turns
     */
    record Keyed(List<Reply> elements) implements Reply {}

    /** A floating point number; a string in RESP2. */
    record Real(double number) implements Reply {}

    /**
     * A floating point number that is written in another way than others; a string in RESP2.
     *
     * @param digits with a point among them, without an exponent
     */
    record Decimal(String digits) implements Reply {}

    /** A whole number of any length; a string in RESP2. */
    record BigNumber(String digits) implements Reply {}

    /** Yes or no; 1 or 0 in RESP2. */
    record Bool(boolean flag) implements Reply {}

    /**
     * Text for people; a string in RESP2.
     *
     * @param format what text it is, in three letters
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way to the network
    record Text(String format, byte[] text) implements Reply {
        /** Text without a format. */
        public Text(String text) {
            this("txt", text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** What comes without being asked for; an array in RESP2. */
    record Push(List<Reply> elements) implements Reply {}

    /** 1 for yes and 0 for no, as most commands say it in all versions. */
    static Reply flag(boolean flag) {
        return new Number(flag ? 1 : 0);
    }

    /** A string; {@link #NULL} for null. */
    static Reply bulk(byte @Nullable [] bytes) {
        return bytes == null ? NULL : new Bulk(bytes);
    }

    /** Text as a string. */
    static Reply bulk(String text) {
        return new Bulk(text.getBytes(StandardCharsets.UTF_8));
    }

    /** An array of strings; null among them are {@link #NULL}. */
    static Reply bulks(List<? extends byte @Nullable []> strings) {
        return new Array(strings.stream().map(Reply::bulk).toList());
    }
}
