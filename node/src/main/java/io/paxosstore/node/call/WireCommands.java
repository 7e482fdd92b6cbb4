package io.paxosstore.node.call;

import io.paxosstore.log.EntityCommand;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.codec.PartOwner;
import io.paxosstore.protocol.codec.ProcedureLanguage;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Commands as clients send them: of a key a KV_WRITE frame, of which only the operation counts; of
 * an entity a MultiOp, or a {@link Procedure} behind its format and its language.
 */
public final class WireCommands implements CommandCodec {
    /** Format and language. */
    private static final int PROCEDURE_OFFSET = 2;

    private static final WriteId UNNAMED = new WriteId(0, 0, 1);

    private final Map<Integer, ProcedureLanguage> languages = new HashMap<>();

    /**
     * Makes the codec.
     *
     * @param languages of the procedures that this node understands
     */
    public WireCommands(List<ProcedureLanguage> languages) {
        for (ProcedureLanguage language : languages) {
            this.languages.put(language.number(), language);
        }
    }

    @Override
    public byte[] encode(EntityKey key, Command command) {
        return switch (command) {
            case EntityCommand entity -> ModelCodec.encode(entity.multiOp());
            case Procedure procedure -> encode(procedure);
            case KvOperation operation -> {
                Request write =
                        new Request.KvWrite(
                                Wire.NO_CORRELATION, UNNAMED, 0, key.space(), key.key(), operation);
                ByteBuffer out =
                        ByteBuffer.allocate(RequestCodec.kvWriteBytes(key.key(), operation));
                RequestCodec.encode(write, out);
                yield out.array();
            }
            default -> throw new IllegalArgumentException("not for another node: " + command);
        };
    }

    private static byte[] encode(Procedure procedure) {
        byte[] encoded = procedure.encoded();
        return new ByteWriter(PROCEDURE_OFFSET + encoded.length)
                .putByte(Procedure.FORMAT)
                .putByte(procedure.language())
                .putRaw(encoded)
                .toBytes();
    }

    @Override
    public Command decode(EntityKey key, byte[] bytes) {
        try {
            return SpaceKind.of(key.space()) == SpaceKind.ENTITY
                    ? entityCommand(key, bytes)
                    : operation(bytes);
        } catch (MalformedModelException | MalformedFrameException e) {
            throw new MalformedBytesException("A command cannot be read: " + e.getMessage());
        }
    }

    private Command entityCommand(EntityKey key, byte[] bytes) throws MalformedModelException {
        boolean isProcedure = bytes.length >= PROCEDURE_OFFSET && bytes[0] == Procedure.FORMAT;
        return isProcedure ? procedure(key, bytes) : multiOp(key, bytes);
    }

    private Command procedure(EntityKey key, byte[] bytes) {
        int number = Byte.toUnsignedInt(bytes[1]);
        ProcedureLanguage language = languages.get(number);
        if (language == null) {
            throw new MalformedBytesException("The language " + number + " is unknown.");
        }
        byte[] encoded = Arrays.copyOfRange(bytes, PROCEDURE_OFFSET, bytes.length);
        return language.decode(key.key(), encoded);
    }

    private static Command multiOp(EntityKey key, byte[] bytes) throws MalformedModelException {
        PartOwner owner = new PartOwner(key.space(), key.key());
        return new EntityCommand(ModelCodec.decode(ByteBuffer.wrap(bytes), owner), bytes.length);
    }

    private static Command operation(byte[] bytes) throws MalformedFrameException {
        if (RequestCodec.decode(ByteBuffer.wrap(bytes)) instanceof Request.KvWrite write) {
            KvOperation operation = write.operation();
            if (operation.valueBytes() <= ModelLimits.VALUE_BYTES_MAX) {
                return operation;
            }
            throw new MalformedBytesException(
                    "A value has " + operation.valueBytes() + " bytes, more than any node takes.");
        }
        throw new MalformedBytesException("A command for a key is no KV_WRITE.");
    }
}
