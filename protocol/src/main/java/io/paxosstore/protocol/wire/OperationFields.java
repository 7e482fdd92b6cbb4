package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.KvOperation;

import java.nio.ByteBuffer;

/** What a KV_WRITE does, as bytes; see {@link RequestCodec}. */
final class OperationFields {
    private static final byte PUT = 1;
    private static final byte PUT_IF_ABSENT = 2;
    private static final byte CAS_VALUE = 3;
    private static final byte CAS_VERSION = 4;
    private static final byte DELETE = 5;
    private static final byte DELETE_IF_VERSION = 6;
    private static final byte INCREMENT = 7;
    private static final byte CAS_VERSION_UNTIL = 8;

    private OperationFields() {}

    /** The operation of this number, of which the arguments follow. */
    static KvOperation get(byte op, ByteBuffer in) throws MalformedFrameException {
        if (op == DELETE) {
            return new KvOperation.Delete();
        } else if (op == DELETE_IF_VERSION) {
            return new KvOperation.CompareVersionAndDelete(Fields.getLong(in));
        } else if (op == CAS_VERSION_UNTIL) {
            long expiresAtMillis = Fields.getMillis(in);
            return new KvOperation.CompareVersionAndSetUntil(
                    Fields.getLong(in), Fields.getLongBytes(in), expiresAtMillis);
        }
        long ttlMillis = Fields.getTtlMillis(in);
        return switch (op) {
            case PUT -> new KvOperation.Put(Fields.getLongBytes(in), ttlMillis);
            case PUT_IF_ABSENT -> new KvOperation.PutIfAbsent(Fields.getLongBytes(in), ttlMillis);
            case CAS_VALUE ->
                    new KvOperation.CompareAndSet(
                            Fields.getLongBytes(in), Fields.getLongBytes(in), ttlMillis);
            case CAS_VERSION ->
                    new KvOperation.CompareVersionAndSet(
                            Fields.getLong(in), Fields.getLongBytes(in), ttlMillis);
            case INCREMENT -> new KvOperation.Increment(Fields.getLong(in), ttlMillis);
            default -> throw new MalformedFrameException("Unknown write operation " + op + ".");
        };
    }

    /** Appends the operation's number, its key and its arguments. */
    static void put(ByteBuffer out, byte[] key, KvOperation operation) {
        if (operation instanceof KvOperation.Put put) {
            putKey(out, PUT, key);
            out.putLong(put.ttlMillis());
            Fields.putLong(out, put.value());
        } else if (operation instanceof KvOperation.PutIfAbsent put) {
            putKey(out, PUT_IF_ABSENT, key);
            out.putLong(put.ttlMillis());
            Fields.putLong(out, put.value());
        } else if (operation instanceof KvOperation.CompareAndSet cas) {
            putKey(out, CAS_VALUE, key);
            out.putLong(cas.ttlMillis());
            Fields.putLong(out, cas.expected());
            Fields.putLong(out, cas.value());
        } else if (operation instanceof KvOperation.CompareVersionAndSet cas) {
            putKey(out, CAS_VERSION, key);
            out.putLong(cas.ttlMillis()).putLong(cas.expectedVersion());
            Fields.putLong(out, cas.value());
        } else if (operation instanceof KvOperation.CompareVersionAndSetUntil cas) {
            putKey(out, CAS_VERSION_UNTIL, key);
            out.putLong(cas.expiresAtMillis()).putLong(cas.expectedVersion());
            Fields.putLong(out, cas.value());
        } else if (operation instanceof KvOperation.Delete) {
            putKey(out, DELETE, key);
        } else if (operation instanceof KvOperation.CompareVersionAndDelete delete) {
            putKey(out, DELETE_IF_VERSION, key);
            out.putLong(delete.expectedVersion());
        } else if (operation instanceof KvOperation.Increment increment) {
            putKey(out, INCREMENT, key);
            out.putLong(increment.ttlMillis()).putLong(increment.delta());
        }
    }

    /** How many bytes an operation's arguments are. */
    static int bytes(KvOperation operation) {
        if (operation instanceof KvOperation.Put put) {
            return 12 + put.value().length;
        } else if (operation instanceof KvOperation.PutIfAbsent put) {
            return 12 + put.value().length;
        } else if (operation instanceof KvOperation.CompareAndSet cas) {
            return 16 + cas.expected().length + cas.value().length;
        } else if (operation instanceof KvOperation.CompareVersionAndSet cas) {
            return 20 + cas.value().length;
        } else if (operation instanceof KvOperation.CompareVersionAndSetUntil cas) {
            return 20 + cas.value().length;
        } else if (operation instanceof KvOperation.Delete) {
            return 0;
        } else if (operation instanceof KvOperation.CompareVersionAndDelete) {
            return 8;
        }
        return 16; // an increment
    }

    private static void putKey(ByteBuffer out, byte op, byte[] key) {
        out.put(op);
        Fields.putShort(out, key);
    }
}
