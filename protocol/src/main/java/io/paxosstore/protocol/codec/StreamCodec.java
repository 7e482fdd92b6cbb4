package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.StreamOperation;

/** The operations on streams as bytes. */
final class StreamCodec {
    private static final int GET = 0x90;
    private static final int PUT = 0x91;
    private static final int REMOVE = 0x92;
    private static final int SCAN = 0x93;
    private static final int REMOVE_FIRST = 0x94;
    private static final int SIZE = 0x95;

    private StreamCodec() {}

    static void put(StreamOperation operation, ModelWriter out) {
        if (operation instanceof StreamOperation.Get get) {
            OperationCodec.begin(GET, get.object(), out);
            out.putKeys(get.rows());
        } else if (operation instanceof StreamOperation.Put put) {
            OperationCodec.begin(PUT, put.object(), out);
            MapCodec.putFields(put.rows(), out);
        } else if (operation instanceof StreamOperation.Remove remove) {
            OperationCodec.begin(REMOVE, remove.object(), out);
            out.putKeys(remove.rows());
        } else if (operation instanceof StreamOperation.Scan scan) {
            OperationCodec.begin(SCAN, scan.object(), out);
            out.putCursor(scan.from());
            out.putOptionalCursor(scan.to());
            out.putBoolean(scan.reverse());
            out.putPage(scan.page());
        } else if (operation instanceof StreamOperation.RemoveFirst remove) {
            OperationCodec.begin(REMOVE_FIRST, remove.object(), out);
            out.putCursor(remove.from());
            out.putOptionalCursor(remove.to());
            out.putNatural("number of rows", remove.rowsMax());
        } else if (operation instanceof StreamOperation.Size size) {
            OperationCodec.begin(SIZE, size.object(), out);
        }
    }

    static Operation get(int code, String object, ModelReader in) throws MalformedModelException {
        return switch (code) {
            case GET -> new StreamOperation.Get(object, in.getKeys());
            case PUT -> new StreamOperation.Put(object, MapCodec.getFields(in));
            case REMOVE -> new StreamOperation.Remove(object, in.getKeys());
            case SCAN ->
                    new StreamOperation.Scan(
                            object,
                            in.getCursor(),
                            in.getOptionalCursor(),
                            in.getBoolean(),
                            in.getPage());
            case REMOVE_FIRST ->
                    new StreamOperation.RemoveFirst(
                            object,
                            in.getCursor(),
                            in.getOptionalCursor(),
                            in.getNatural("number of rows"));
            case SIZE -> new StreamOperation.Size(object);
            default -> throw OperationCodec.unknown(code);
        };
    }
}
