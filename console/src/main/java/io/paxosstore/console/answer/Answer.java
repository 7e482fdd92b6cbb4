package io.paxosstore.console.answer;

import java.nio.charset.StandardCharsets;

/**
 * What is answered to a browser.
 *
 * @param status of HTTP
 * @param type of the content
 */
@SuppressWarnings("ArrayRecordComponent") // it is on its way to the network
public record Answer(int status, String type, byte[] body) {
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";

    /** What is JSON already. */
    public static Answer json(String text) {
        return new Answer(200, JSON, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Maps, lists, texts and numbers. */
    public static Answer of(Object value) {
        return json(Json.text(value));
    }

    /** A user's mistake, or something that cannot be done now, in a sentence. */
    public static Answer refusal(int status, String sentence) {
        return new Answer(status, TEXT, (sentence + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The body as gzip has it. */
    public byte[] packed() {
        return Gzip.pack(body);
    }
}
