package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOpResult;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The entity that a MultiOp is executed on. Guards and operations name objects only; one that was
 * made for another entity would meet an object of the same name in the wrong one. So a part may say
 * which entity it was made for, and is refused by any other. The array must not be changed.
 *
 * @param space the number of the entity's space
 * @param entity its id
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its bytes here, and nowhere else
public record PartOwner(int space, byte[] entity) {
    /** In place of the code of a guard or an operation, neither of which has this one. */
    static final int OWNED = 0;

    /** Reads the entity that a part was made for, if it says so, and compares. */
    void check(ModelReader in, MultiOpResult.Part part, int index) throws MalformedModelException {
        if (!in.takeIf(OWNED)) {
            return;
        }
        long itsSpace = in.getNatural("space");
        byte[] its = in.getBytes("ENTITY_BYTES_MAX", ModelLimits.ENTITY_BYTES_MAX);
        if (itsSpace != space || !Arrays.equals(its, entity)) {
            throw new MalformedModelException(
                    "Part "
                            + part.name().toLowerCase(Locale.ROOT)
                            + " "
                            + index
                            + " is of entity "
                            + label(itsSpace, its)
                            + ", the request is for entity "
                            + label(space, entity)
                            + "; what is to change together must be in one entity.");
        }
    }

    private static String label(long space, byte[] entity) {
        return "0x" + HexFormat.of().formatHex(entity) + " of space " + space;
    }
}
