package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.Operation;

/** The operations on lists as bytes. */
final class ListCodec {
    private static final int PREPEND = 0x20;
    private static final int APPEND = 0x21;
    private static final int INDEX = 0x22;
    private static final int RANGE = 0x23;
    private static final int TRIM = 0x24;
    private static final int LENGTH = 0x25;
    private static final int POP_FIRST = 0x26;
    private static final int POP_LAST = 0x27;

    private ListCodec() {}

    static void put(ListOperation operation, ModelWriter out) {
        OperationCodec.begin(code(operation), operation.object(), out);
        if (operation instanceof ListOperation.Prepend prepend) {
            out.putElements(prepend.elements());
        } else if (operation instanceof ListOperation.Append append) {
            out.putElements(append.elements());
        } else if (operation instanceof ListOperation.Index index) {
            out.putZigzag(index.index());
        } else if (operation instanceof ListOperation.Range range) {
            out.putZigzag(range.from());
            out.putZigzag(range.to());
            out.putPage(range.page());
        } else if (operation instanceof ListOperation.Trim trim) {
            out.putZigzag(trim.from());
            out.putZigzag(trim.to());
        } else if (operation instanceof ListOperation.PopFirst pop) {
            out.putPage(pop.page());
        } else if (operation instanceof ListOperation.PopLast pop) {
            out.putPage(pop.page());
        }
    }

    private static int code(ListOperation operation) {
        if (operation instanceof ListOperation.Prepend) {
            return PREPEND;
        } else if (operation instanceof ListOperation.Append) {
            return APPEND;
        } else if (operation instanceof ListOperation.Index) {
            return INDEX;
        } else if (operation instanceof ListOperation.Range) {
            return RANGE;
        } else if (operation instanceof ListOperation.Trim) {
            return TRIM;
        } else if (operation instanceof ListOperation.Length) {
            return LENGTH;
        } else if (operation instanceof ListOperation.PopFirst) {
            return POP_FIRST;
        }
        return POP_LAST;
    }

    static Operation get(int code, String object, ModelReader in) throws MalformedModelException {
        return switch (code) {
            case PREPEND -> new ListOperation.Prepend(object, in.getElements());
            case APPEND -> new ListOperation.Append(object, in.getElements());
            case INDEX -> new ListOperation.Index(object, in.getZigzag());
            case RANGE ->
                    new ListOperation.Range(object, in.getZigzag(), in.getZigzag(), in.getPage());
            case TRIM -> new ListOperation.Trim(object, in.getZigzag(), in.getZigzag());
            case LENGTH -> new ListOperation.Length(object);
            case POP_FIRST -> new ListOperation.PopFirst(object, in.getPage());
            case POP_LAST -> new ListOperation.PopLast(object, in.getPage());
            default -> throw OperationCodec.unknown(code);
        };
    }
}
