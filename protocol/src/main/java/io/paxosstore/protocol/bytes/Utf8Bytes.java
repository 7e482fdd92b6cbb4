package io.paxosstore.protocol.bytes;

import java.nio.charset.StandardCharsets;

/** Text as bytes: different texts are different bytes. */
public final class Utf8Bytes {
    private Utf8Bytes() {}

    /**
     * The bytes of a text. UTF-8 has none for half of a surrogate pair.
     *
     * @param what it is, as in "name"
     * @param remedy for whoever has cut a pair, from "; " on; may be empty
     * @throws IllegalArgumentException with one sentence if half of a pair is in it
     */
    public static byte[] of(String what, String text, String remedy) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    throw new IllegalArgumentException(
                            ("The %s is not valid Unicode: half of a surrogate pair stands at the"
                                            + " index %d%s.")
                                    .formatted(what, i, remedy));
                }
                i++;
            }
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
