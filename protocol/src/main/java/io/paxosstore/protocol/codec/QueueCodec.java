package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;

/** The operations on queues as bytes. */
final class QueueCodec {
    private static final int ENQUEUE = 0x30;
    private static final int READ = 0x31;
    private static final int PEEK = 0x32;
    private static final int ACKNOWLEDGE = 0x33;
    private static final int RETAIN = 0x34;
    private static final int LENGTH = 0x35;

    private QueueCodec() {}

    static void put(QueueOperation operation, ModelWriter out) {
        if (operation instanceof QueueOperation.Enqueue enqueue) {
            OperationCodec.begin(ENQUEUE, enqueue.object(), out);
            out.putElements(enqueue.elements());
        } else if (operation instanceof QueueOperation.Read read) {
            OperationCodec.begin(READ, read.object(), out);
            out.putNatural("sequence", read.fromSequence());
            out.putPage(read.page());
        } else if (operation instanceof QueueOperation.Peek peek) {
            OperationCodec.begin(PEEK, peek.object(), out);
        } else if (operation instanceof QueueOperation.Acknowledge acknowledge) {
            OperationCodec.begin(ACKNOWLEDGE, acknowledge.object(), out);
            out.putNatural("sequence", acknowledge.upToSequence());
        } else if (operation instanceof QueueOperation.Retain retain) {
            OperationCodec.begin(RETAIN, retain.object(), out);
            out.putNatural("length", retain.lengthMax());
            out.putTtl(retain.ageMillisMax());
        } else if (operation instanceof QueueOperation.Length length) {
            OperationCodec.begin(LENGTH, length.object(), out);
        }
    }

    static Operation get(int code, String object, ModelReader in) throws MalformedModelException {
        return switch (code) {
            case ENQUEUE -> new QueueOperation.Enqueue(object, in.getElements());
            case READ -> new QueueOperation.Read(object, in.getNatural("sequence"), in.getPage());
            case PEEK -> new QueueOperation.Peek(object);
            case ACKNOWLEDGE -> new QueueOperation.Acknowledge(object, in.getNatural("sequence"));
            case RETAIN -> new QueueOperation.Retain(object, in.getNatural("length"), in.getTtl());
            case LENGTH -> new QueueOperation.Length(object);
            default -> throw OperationCodec.unknown(code);
        };
    }
}
