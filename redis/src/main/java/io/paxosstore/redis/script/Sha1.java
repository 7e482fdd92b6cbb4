package io.paxosstore.redis.script;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The names of scripts. */
public final class Sha1 {
    /** How long a name is. */
    public static final int LENGTH = 40;

    private Sha1() {}

    /** The SHA-1 of bytes in hexadecimal digits. */
    public static String of(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
