package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Operation;

import java.util.ArrayList;
import java.util.List;

/** The operations on maps as bytes. */
final class MapCodec {
    private static final int GET = 0x50;
    private static final int PUT = 0x51;
    private static final int REMOVE = 0x52;
    private static final int COMPARE_AND_SET = 0x53;
    private static final int INCREMENT = 0x54;
    private static final int SCAN = 0x55;
    private static final int SIZE = 0x56;
    private static final int REMOVE_EXPIRED = 0x57;

    private MapCodec() {}

    static void put(MapOperation operation, ModelWriter out) {
        if (operation instanceof MapOperation.Get get) {
            OperationCodec.begin(GET, get.object(), out);
            out.putKeys(get.fields());
        } else if (operation instanceof MapOperation.Put put) {
            OperationCodec.begin(PUT, put.object(), out);
            putFields(put.fields(), out);
            out.putTtl(put.ttlMillis());
        } else if (operation instanceof MapOperation.Remove remove) {
            OperationCodec.begin(REMOVE, remove.object(), out);
            out.putKeys(remove.fields());
        } else if (operation instanceof MapOperation.CompareAndSet compare) {
            OperationCodec.begin(COMPARE_AND_SET, compare.object(), out);
            out.putKey(compare.field());
            out.putOptionalElement(compare.expected());
            out.putElement(compare.value());
            out.putTtl(compare.ttlMillis());
        } else if (operation instanceof MapOperation.Increment increment) {
            OperationCodec.begin(INCREMENT, increment.object(), out);
            out.putKey(increment.field());
            out.putZigzag(increment.delta());
        } else if (operation instanceof MapOperation.Scan scan) {
            OperationCodec.begin(SCAN, scan.object(), out);
            out.putCursor(scan.from());
            out.putOptionalCursor(scan.to());
            out.putPage(scan.page());
        } else if (operation instanceof MapOperation.Size size) {
            OperationCodec.begin(SIZE, size.object(), out);
        } else if (operation instanceof MapOperation.RemoveExpired remove) {
            OperationCodec.begin(REMOVE_EXPIRED, remove.object(), out);
            ModelWriter.limit(
                    "OPERATION_ELEMENTS_MAX", remove.fields(), ModelLimits.OPERATION_ELEMENTS_MAX);
            out.putNatural("number of fields", remove.fields());
        }
    }

    static Operation get(int code, String object, ModelReader in) throws MalformedModelException {
        return switch (code) {
            case GET -> new MapOperation.Get(object, in.getKeys());
            case PUT -> new MapOperation.Put(object, getFields(in), in.getTtl());
            case REMOVE -> new MapOperation.Remove(object, in.getKeys());
            case COMPARE_AND_SET ->
                    new MapOperation.CompareAndSet(
                            object,
                            in.getKey(),
                            in.getOptionalElement(),
                            in.getElement(),
                            in.getTtl());
            case INCREMENT -> new MapOperation.Increment(object, in.getKey(), in.getZigzag());
            case SCAN ->
                    new MapOperation.Scan(
                            object, in.getCursor(), in.getOptionalCursor(), in.getPage());
            case SIZE -> new MapOperation.Size(object);
            case REMOVE_EXPIRED ->
                    new MapOperation.RemoveExpired(
                            object,
                            in.getLimited(
                                    "OPERATION_ELEMENTS_MAX", ModelLimits.OPERATION_ELEMENTS_MAX));
            default -> throw OperationCodec.unknown(code);
        };
    }

    static void putFields(List<MapOperation.Field> fields, ModelWriter out) {
        out.putCount(fields.size());
        for (MapOperation.Field field : fields) {
            out.putKey(field.name());
            out.putElement(field.value());
        }
    }

    static List<MapOperation.Field> getFields(ModelReader in) throws MalformedModelException {
        int count = in.getCount();
        List<MapOperation.Field> fields = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            fields.add(new MapOperation.Field(in.getKey(), in.getElement()));
        }
        return fields;
    }
}
