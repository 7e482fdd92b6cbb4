package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * MultiOps and their results as bytes, on the wire and wherever else they are kept.
 *
 * <pre>
 *  multiOp  = u8 format (1), count guards, part of a guard ..., count then, part of an op ...,
 *             count else, part of an op ...
 *  part     = guard or op, or behind u8 0 the entity that it was made for: varint space, bytes id
 *  executed = u8 format (1), u8 1, varint version, u8 held, count guards, u8 held ...,
 *             count results, result ...
 *  rejected = u8 format (1), u8 2, u8 part, varint index, failure
 *
 *  varint: unsigned LEB128, shortest form; count: varint; zigzag: signed, as varint
 *  name:   u8 length, UTF-8                 bytes: varint length, bytes
 *  list:   count, bytes ...                 optional bytes: u8 0, or u8 1 and bytes
 *  page:   varint elements, varint bytes    ttl: varint milliseconds
 * </pre>
 *
 * <p>The operations, guards, results and failures are in docs/formats.md. Equal objects have equal
 * bytes. Decoding expects anything and allocates no more than the bytes justify.
 */
public final class ModelCodec {
    /** The version of the format, its first byte. */
    public static final int FORMAT = 1;

    private static final int EXECUTED = 1;
    private static final int REJECTED = 2;

    private ModelCodec() {}

    /**
     * Encodes a MultiOp.
     *
     * @throws LimitExceededException if a limit of {@link ModelLimits} is exceeded
     * @throws IllegalArgumentException if it makes no sense otherwise, as an object without a name
     */
    public static byte[] encode(MultiOp multiOp) {
        ModelWriter out = new ModelWriter();
        out.putByte(FORMAT);
        ModelWriter.limit("GUARDS_MAX", multiOp.guards().size(), ModelLimits.GUARDS_MAX);
        out.putVarint(multiOp.guards().size());
        for (Guard guard : multiOp.guards()) {
            GuardCodec.put(guard, out);
        }
        putOperations(multiOp.thenOperations(), out);
        putOperations(multiOp.elseOperations(), out);
        ModelWriter.limit("MULTI_OP_BYTES_MAX", out.size(), ModelLimits.MULTI_OP_BYTES_MAX);
        return out.toBytes();
    }

    private static void putOperations(List<Operation> operations, ModelWriter out) {
        ModelWriter.limit("OPERATIONS_MAX", operations.size(), ModelLimits.OPERATIONS_MAX);
        out.putVarint(operations.size());
        for (Operation operation : operations) {
            OperationCodec.put(operation, out);
        }
    }

    /**
     * Decodes a MultiOp: all bytes from the buffer's position to its limit.
     *
     * @param owner the entity that it is to be executed on: its parts may say which one they were
     *     made for, and must not be executed on another
     * @throws MalformedModelException if they are no MultiOp, exceed a limit, or have a part of
     *     another entity
     */
    public static MultiOp decode(ByteBuffer in, PartOwner owner) throws MalformedModelException {
        if (in.remaining() > ModelLimits.MULTI_OP_BYTES_MAX) {
            throw new MalformedModelException(
                    "The MultiOp has " + in.remaining() + " bytes, too many.");
        }
        ModelReader reader = reader(in);
        int guardCount = reader.getParts("GUARDS_MAX", ModelLimits.GUARDS_MAX);
        List<Guard> guards = new ArrayList<>(guardCount);
        for (int i = 0; i < guardCount; i++) {
            owner.check(reader, MultiOpResult.Part.GUARD, i);
            guards.add(GuardCodec.get(reader));
        }
        List<Operation> thenOperations = getOperations(reader, owner, MultiOpResult.Part.THEN);
        List<Operation> elseOperations = getOperations(reader, owner, MultiOpResult.Part.ELSE);
        reader.end();
        return new MultiOp(guards, thenOperations, elseOperations);
    }

    private static List<Operation> getOperations(
            ModelReader in, PartOwner owner, MultiOpResult.Part part)
            throws MalformedModelException {
        int count = in.getParts("OPERATIONS_MAX", ModelLimits.OPERATIONS_MAX);
        List<Operation> operations = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            owner.check(in, part, i);
            operations.add(OperationCodec.get(in));
        }
        return operations;
    }

    /** Encodes a result. */
    public static byte[] encode(MultiOpResult result) {
        ModelWriter out = new ModelWriter();
        out.putByte(FORMAT);
        if (result instanceof MultiOpResult.Executed executed) {
            out.putByte(EXECUTED);
            out.putVarint(executed.version());
            out.putBoolean(executed.guardsHeld());
            out.putVarint(executed.guards().size());
            for (boolean held : executed.guards()) {
                out.putBoolean(held);
            }
            out.putVarint(executed.results().size());
            for (Result one : executed.results()) {
                ResultCodec.put(one, out);
            }
        } else if (result instanceof MultiOpResult.Rejected rejected) {
            out.putByte(REJECTED);
            out.putByte(rejected.part().code());
            out.putVarint(rejected.index());
            FailureCodec.put(rejected.failure(), out);
        }
        return out.toBytes();
    }

    /**
     * Decodes a result: all bytes from the buffer's position to its limit.
     *
     * @throws MalformedModelException if they are no result
     */
    public static MultiOpResult decodeResult(ByteBuffer in) throws MalformedModelException {
        ModelReader reader = reader(in);
        int kind = reader.getByte();
        MultiOpResult result =
                switch (kind) {
                    case EXECUTED -> getExecuted(reader);
                    case REJECTED ->
                            new MultiOpResult.Rejected(
                                    getPart(reader),
                                    reader.getLimited("OPERATIONS_MAX", ModelLimits.OPERATIONS_MAX),
                                    FailureCodec.get(reader));
                    default ->
                            throw new MalformedModelException(
                                    "No result of a MultiOp has the number " + kind + ".");
                };
        reader.end();
        return result;
    }

    private static MultiOpResult getExecuted(ModelReader in) throws MalformedModelException {
        long version = in.getNatural("version");
        boolean guardsHeld = in.getBoolean();
        int guardCount = in.getParts("GUARDS_MAX", ModelLimits.GUARDS_MAX);
        List<Boolean> guards = new ArrayList<>(guardCount);
        for (int i = 0; i < guardCount; i++) {
            guards.add(in.getBoolean());
        }
        int resultCount = in.getParts("OPERATIONS_MAX", ModelLimits.OPERATIONS_MAX);
        List<Result> results = new ArrayList<>(resultCount);
        for (int i = 0; i < resultCount; i++) {
            results.add(ResultCodec.get(in));
        }
        return new MultiOpResult.Executed(version, guardsHeld, guards, results);
    }

    private static MultiOpResult.Part getPart(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        try {
            return MultiOpResult.Part.of(code);
        } catch (IllegalArgumentException e) {
            throw new MalformedModelException("No part of a MultiOp has the number " + code + ".");
        }
    }

    private static ModelReader reader(ByteBuffer in) throws MalformedModelException {
        ModelReader reader = new ModelReader(in);
        int format = reader.getByte();
        if (format != FORMAT) {
            throw new MalformedModelException(
                    "The format is " + format + "; this version reads " + FORMAT + ".");
        }
        return reader;
    }
}
