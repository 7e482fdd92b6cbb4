package io.paxosstore.dist;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Bytes that are known by their digest.
 *
 * @param digest {@code sha256:} and the digest
 * @param bytes not copied; they do not change
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Blob(String digest, byte[] bytes) {
    private static final String ALGORITHM = "sha256";

    static Blob of(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new Blob(ALGORITHM + ":" + HexFormat.of().formatHex(digest), bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static Blob of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Where a layout of images has it. */
    String path() {
        return "blobs/" + digest.replace(':', '/');
    }
}
