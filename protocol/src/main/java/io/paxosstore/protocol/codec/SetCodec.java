package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.SetOperation;

/** The operations on sets as bytes. */
final class SetCodec {
    private static final int ADD = 0x40;
    private static final int REMOVE = 0x41;
    private static final int CONTAINS = 0x42;
    private static final int CARDINALITY = 0x43;
    private static final int SCAN = 0x44;
    private static final int RANDOM = 0x45;

    private SetCodec() {}

    static void put(SetOperation operation, ModelWriter out) {
        if (operation instanceof SetOperation.Add add) {
            OperationCodec.begin(ADD, add.object(), out);
            out.putKeys(add.members());
        } else if (operation instanceof SetOperation.Remove remove) {
            OperationCodec.begin(REMOVE, remove.object(), out);
            out.putKeys(remove.members());
        } else if (operation instanceof SetOperation.Contains contains) {
            OperationCodec.begin(CONTAINS, contains.object(), out);
            out.putKey(contains.member());
        } else if (operation instanceof SetOperation.Cardinality cardinality) {
            OperationCodec.begin(CARDINALITY, cardinality.object(), out);
        } else if (operation instanceof SetOperation.Scan scan) {
            OperationCodec.begin(SCAN, scan.object(), out);
            out.putCursor(scan.from());
            out.putOptionalCursor(scan.to());
            out.putPage(scan.page());
        } else if (operation instanceof SetOperation.Random random) {
            OperationCodec.begin(RANDOM, random.object(), out);
            out.putZigzag(random.seed());
        }
    }

    static Operation get(int code, String object, ModelReader in) throws MalformedModelException {
        return switch (code) {
            case ADD -> new SetOperation.Add(object, in.getKeys());
            case REMOVE -> new SetOperation.Remove(object, in.getKeys());
            case CONTAINS -> new SetOperation.Contains(object, in.getKey());
            case CARDINALITY -> new SetOperation.Cardinality(object);
            case SCAN ->
                    new SetOperation.Scan(
                            object, in.getCursor(), in.getOptionalCursor(), in.getPage());
            case RANDOM -> new SetOperation.Random(object, in.getZigzag());
            default -> throw OperationCodec.unknown(code);
        };
    }
}
