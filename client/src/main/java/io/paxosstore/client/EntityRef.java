package io.paxosstore.client;

import io.paxosstore.protocol.model.SpaceInfo;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Which entity a guard, an operation or a MultiOp is of. Guards and operations tell the server the
 * names of objects only, so that one that was made for another entity would be executed on an
 * object of the same name in the wrong one. Immutable.
 */
final class EntityRef {
    /** A longer id is shown by its first bytes. */
    private static final int LABEL_BYTES_MAX = 128;

    private static final int BEGIN_BYTES = 32;

    private final CallRunner client;
    private final SpaceInfo space;
    private final byte[] id;

    EntityRef(CallRunner client, SpaceInfo space, byte[] id) {
        this.client = client;
        this.space = space;
        this.id = id;
    }

    /**
     * Refuses a guard or an operation of another entity, of a space of another name or number, or
     * of another {@link PaxosStore}.
     *
     * @param part the entity that it was made for
     * @param what it is, for people
     * @throws IllegalArgumentException if that is not this one
     */
    void requireSame(EntityRef part, String what) {
        boolean isSame =
                part.client == client
                        && part.space.id() == space.id()
                        && Arrays.equals(part.id, id);
        if (!isSame) {
            String other = part.client == client ? "" : ", opened by another PaxosStore";
            throw new IllegalArgumentException(
                    what
                            + " belongs to "
                            + part
                            + other
                            + ", and cannot be part of a MultiOp on "
                            + this
                            + ": what is to change together must be in one entity.");
        }
    }

    @Override
    public String toString() {
        return label(space, id);
    }

    /** An entity for people. */
    static String label(SpaceInfo space, byte[] id) {
        return "entity " + label(id) + " of space \"" + space.name() + "\"";
    }

    /** The id as text if it is some, else its bytes; a long one only in part. */
    private static String label(byte[] id) {
        if (id.length > LABEL_BYTES_MAX) {
            byte[] begin = Arrays.copyOf(id, BEGIN_BYTES);
            String hex = HexFormat.of().formatHex(begin);
            return String.format(Locale.ROOT, "0x%s... (%,d bytes)", hex, id.length);
        }
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(id)).toString();
            if (text.chars().noneMatch(Character::isISOControl)) {
                return "\"" + text + "\"";
            }
        } catch (CharacterCodingException e) {
            // Shown below, as for ids with control characters.
        }
        return "0x" + HexFormat.of().formatHex(id);
    }
}
