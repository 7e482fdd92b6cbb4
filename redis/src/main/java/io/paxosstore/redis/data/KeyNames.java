package io.paxosstore.redis.data;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.redis.resp.RedisError;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names of the objects that keys are. A key that is text is named as it is, so that other
 * clients find it; other bytes have a name that no text has. A long key that is its own hash tag,
 * so that its entity says which it is, has a short name. Immutable.
 */
public final class KeyNames {
    /** Begins the names of keys that are no text, or that begin so. No character: see Unicode. */
    private static final char BYTES = '\uFFFE';

    /** Names the key that is its entity's id. No character either. */
    private static final String SAME = "\uFFFF";

    private final byte[] entity;

    /**
     * @param entity the id of the entity that the keys are in
     */
    public KeyNames(byte[] entity) {
        this.entity = entity;
    }

    /**
     * The name of a key's object.
     *
     * @throws RedisError if the key is too long, or has no byte
     */
    public String name(byte[] key) {
        if (key.length == 0) {
            throw RedisError.emptyKey();
        }
        String name = text(key);
        if (isShort(name)) {
            return name;
        }
        if (Arrays.equals(key, entity)) {
            return SAME;
        }
        throw new RedisError(
                "ERR a key of "
                        + key.length
                        + " bytes with a hash tag is too long: its name is to"
                        + " have "
                        + ModelLimits.OBJECT_NAME_BYTES_MAX
                        + " bytes at most");
    }

    private static boolean isShort(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length <= ModelLimits.OBJECT_NAME_BYTES_MAX;
    }

    private static String text(byte[] key) {
        if (isAscii(key)) {
            return new String(key, StandardCharsets.ISO_8859_1);
        }
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT)
                            .decode(ByteBuffer.wrap(key))
                            .toString();
            if (text.charAt(0) < BYTES) {
                return text;
            }
        } catch (CharacterCodingException e) {
            // no text: see below
        }
        return BYTES + new String(key, StandardCharsets.ISO_8859_1);
    }

    private static boolean isAscii(byte[] key) {
        for (byte one : key) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }

    /** The key that an object is. */
    public byte[] key(String name) {
        if (name.equals(SAME)) {
            return entity;
        }
        return name.isEmpty() || name.charAt(0) != BYTES
                ? name.getBytes(StandardCharsets.UTF_8)
                : name.substring(1).getBytes(StandardCharsets.ISO_8859_1);
    }
}
