package io.paxosstore.node.space;

import io.paxosstore.node.space.CatalogRequest.Answer;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;

/**
 * What became of a change of the catalog: remembered in the catalog itself, so that whoever asks
 * for the same change again is told the same (Rules E1, E3). Refusals too, but for those that are
 * for ever.
 *
 * <pre>
 *  u8 = 1 | id of the space that was created or found: varint
 *  u8 = 2, the space is dropped
 *  u8 = 3 | id of the space that has the name: varint
 *  u8 = 4 | how many spaces there may be: varint
 *  u8 = 5, all numbers of the kind are given away (remembered by earlier releases)
 *  u8 = 6, no space has the name
 * </pre>
 */
sealed interface CatalogResult {
    /** The space was created, or was there as wanted. */
    record Made(int id) implements CatalogResult {}

    /** The space is dropped. */
    record Dropped() implements CatalogResult {}

    /** Another space has the name. */
    record Exists(int id) implements CatalogResult {}

    /** There are as many spaces as there may be. */
    record TooMany(int spacesMax) implements CatalogResult {}

    /** All numbers of the kind are given away. */
    record NoNumber() implements CatalogResult {}

    /** No space has the name. */
    record Unknown() implements CatalogResult {}

    /**
     * Whether any later attempt of the same change would end like this, whatever happens in
     * between: it need not be remembered. Numbers are never given back.
     */
    default boolean isForEver() {
        return this instanceof NoNumber;
    }

    /** The answer to the change, which names the space. */
    default Answer answer(CatalogRequest.Change change) {
        String name = change.name();
        return switch (this) {
            case Made made ->
                    new Answer.One(new SpaceInfo(made.id(), name, SpaceKind.of(made.id())));
            case Dropped _ -> new Answer.Done();
            case Exists exists ->
                    new Answer.Failed(FailureCode.SPACE_EXISTS, exists(change, exists.id()));
            case TooMany many ->
                    new Answer.Failed(
                            FailureCode.BAD_REQUEST,
                            "There are "
                                    + many.spacesMax()
                                    + " spaces already; drop one or raise catalog.spaces.");
            case NoNumber _ ->
                    new Answer.Failed(
                            FailureCode.BAD_REQUEST,
                            "All numbers of spaces are used up, those of dropped ones too; use a"
                                    + " present space.");
            case Unknown _ -> unknown(name);
        };
    }

    /** No space has the name. */
    static Answer unknown(String name) {
        return new Answer.Failed(
                FailureCode.UNKNOWN_SPACE, "There is no space '" + name + "'; create it first.");
    }

    private static String exists(CatalogRequest.Change change, int id) {
        SpaceKind kind = SpaceKind.of(id);
        return change instanceof CatalogRequest.Create create && create.kind() != kind
                ? "A space '"
                        + change.name()
                        + "' exists already, of the kind "
                        + kind.word()
                        + "; use another name."
                : "A space '" + change.name() + "' exists already.";
    }

    /** The bytes of the format above. */
    default byte[] encode() {
        ByteWriter out = new ByteWriter(6);
        switch (this) {
            case Made made -> out.putByte(1).putVarint(made.id());
            case Dropped _ -> out.putByte(2);
            case Exists exists -> out.putByte(3).putVarint(exists.id());
            case TooMany many -> out.putByte(4).putVarint(many.spacesMax());
            case NoNumber _ -> out.putByte(5);
            case Unknown _ -> out.putByte(6);
        }
        return out.toBytes();
    }

    /**
     * Reads a result.
     *
     * @throws MalformedBytesException if the bytes are none
     */
    static CatalogResult decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int code = in.getByte();
        return switch (code) {
            case 1 -> new Made(in.getIntVarint());
            case 2 -> new Dropped();
            case 3 -> new Exists(in.getIntVarint());
            case 4 -> new TooMany(in.getIntVarint());
            case 5 -> new NoNumber();
            case 6 -> new Unknown();
            default ->
                    throw new MalformedBytesException(
                            "The catalog remembers the unknown result " + code + ".");
        };
    }
}
