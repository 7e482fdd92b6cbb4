package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.ValueOperation;

/**
 * Operations as bytes: u8 code, name of the object, arguments. The upper half of the code says the
 * model.
 */
final class OperationCodec {
    private static final int GET = 0x10;
    private static final int PUT = 0x11;
    private static final int COMPARE_AND_SET = 0x12;
    private static final int COMPARE_VERSION_AND_SET = 0x13;
    private static final int INCREMENT = 0x14;
    private static final int DELETE = 0x60;
    private static final int EXPIRE = 0x61;
    private static final int DESCRIBE = 0x62;
    private static final int NAMES = 0x63;
    private static final int RENAME = 0x64;

    private OperationCodec() {}

    static void put(Operation operation, ModelWriter out) {
        if (operation instanceof ValueOperation value) {
            putValue(value, out);
        } else if (operation instanceof ListOperation list) {
            ListCodec.put(list, out);
        } else if (operation instanceof QueueOperation queue) {
            QueueCodec.put(queue, out);
        } else if (operation instanceof SetOperation set) {
            SetCodec.put(set, out);
        } else if (operation instanceof SortedSetOperation set) {
            SortedSetCodec.put(set, out);
        } else if (operation instanceof MapOperation map) {
            MapCodec.put(map, out);
        } else if (operation instanceof StreamOperation stream) {
            StreamCodec.put(stream, out);
        } else if (operation instanceof TableOperation table) {
            TableCodec.put(table, out);
        } else if (operation instanceof ObjectOperation object) {
            putObject(object, out);
        }
    }

    static Operation get(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        if (code == NAMES) {
            return new ObjectOperation.Names(in.getNameOrEmpty(), in.getPage());
        }
        String object = in.getName();
        return switch (code >> 4) {
            case 1 -> getValue(code, object, in);
            case 2 -> ListCodec.get(code, object, in);
            case 3 -> QueueCodec.get(code, object, in);
            case 4 -> SetCodec.get(code, object, in);
            case 5 -> MapCodec.get(code, object, in);
            case 6 -> getObject(code, object, in);
            case 7 -> TableCodec.get(code, object, in);
            case 8 -> SortedSetCodec.get(code, object, in);
            case 9 -> StreamCodec.get(code, object, in);
            default -> throw unknown(code);
        };
    }

    static MalformedModelException unknown(int code) {
        return new MalformedModelException("No operation has the number " + code + ".");
    }

    static void begin(int code, String object, ModelWriter out) {
        out.putByte(code);
        out.putName(object);
    }

    private static void putValue(ValueOperation operation, ModelWriter out) {
        if (operation instanceof ValueOperation.Get get) {
            begin(GET, get.object(), out);
        } else if (operation instanceof ValueOperation.Put put) {
            begin(PUT, put.object(), out);
            out.putElement(put.value());
            out.putTtl(put.ttlMillis());
        } else if (operation instanceof ValueOperation.CompareAndSet compare) {
            begin(COMPARE_AND_SET, compare.object(), out);
            out.putElement(compare.expected());
            out.putElement(compare.value());
            out.putTtl(compare.ttlMillis());
        } else if (operation instanceof ValueOperation.CompareVersionAndSet compare) {
            begin(COMPARE_VERSION_AND_SET, compare.object(), out);
            out.putNatural("version", compare.expectedVersion());
            out.putElement(compare.value());
            out.putTtl(compare.ttlMillis());
        } else if (operation instanceof ValueOperation.Increment increment) {
            begin(INCREMENT, increment.object(), out);
            out.putZigzag(increment.delta());
            out.putTtl(increment.ttlMillis());
        }
    }

    private static Operation getValue(int code, String object, ModelReader in)
            throws MalformedModelException {
        return switch (code) {
            case GET -> new ValueOperation.Get(object);
            case PUT -> new ValueOperation.Put(object, in.getElement(), in.getTtl());
            case COMPARE_AND_SET ->
                    new ValueOperation.CompareAndSet(
                            object, in.getElement(), in.getElement(), in.getTtl());
            case COMPARE_VERSION_AND_SET ->
                    new ValueOperation.CompareVersionAndSet(
                            object, in.getNatural("version"), in.getElement(), in.getTtl());
            case INCREMENT -> new ValueOperation.Increment(object, in.getZigzag(), in.getTtl());
            default -> throw unknown(code);
        };
    }

    private static void putObject(ObjectOperation operation, ModelWriter out) {
        if (operation instanceof ObjectOperation.Delete delete) {
            begin(DELETE, delete.object(), out);
        } else if (operation instanceof ObjectOperation.Expire expire) {
            begin(EXPIRE, expire.object(), out);
            out.putTtl(expire.ttlMillis());
        } else if (operation instanceof ObjectOperation.Describe describe) {
            begin(DESCRIBE, describe.object(), out);
        } else if (operation instanceof ObjectOperation.Rename rename) {
            begin(RENAME, rename.object(), out);
            out.putName(rename.to());
        } else if (operation instanceof ObjectOperation.Names names) {
            out.putByte(NAMES);
            out.putNameOrEmpty(names.from());
            out.putPage(names.page());
        }
    }

    private static Operation getObject(int code, String object, ModelReader in)
            throws MalformedModelException {
        return switch (code) {
            case DELETE -> new ObjectOperation.Delete(object);
            case EXPIRE -> new ObjectOperation.Expire(object, in.getTtl());
            case DESCRIBE -> new ObjectOperation.Describe(object);
            case RENAME -> new ObjectOperation.Rename(object, in.getName());
            default -> throw unknown(code);
        };
    }
}
