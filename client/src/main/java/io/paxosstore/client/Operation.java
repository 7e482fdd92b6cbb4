package io.paxosstore.client;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a call asks for: everything about it that is the same in all attempts. Immutable. */
sealed interface Operation
        permits Operation.KvRead,
                Operation.KvWrite,
                Operation.EntityRead,
                Operation.EntityWrite,
                Operation.Spaces,
                Operation.ListKeys,
                ClusterOperation {
    /** The write id of operations that are no writes. */
    WriteId NO_WRITE = new WriteId(0, 0, 0);

    /** The slot of the key or entity: in which order nodes are preferred. */
    int slot();

    /** Whether a repeat must not be executed twice. */
    boolean isWrite();

    /** Whether any replica's answer will do. */
    default boolean isLocalRead() {
        return false;
    }

    /** An upper bound of the frame's size. */
    int frameBytesMax();

    /** Appends the frame of one attempt. */
    void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id);

    /** Whether this kind of response is a result of the operation. */
    boolean accepts(Response response);

    /** What it is about, as {@link CallReport#model} says. */
    String model();

    /** What is asked, as {@link CallReport#operation} says. */
    String verb();

    /** The name of the space; empty for what is about none. */
    String spaceName();

    /** What people call it, as a noun without an article, with the space and entity it is for. */
    String label();

    /** Reads a key. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to the network
    record KvRead(SpaceInfo space, ReadMode mode, byte[] key) implements Operation {
        @Override
        public int slot() {
            return Slots.of(key);
        }

        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public boolean isLocalRead() {
            return mode == ReadMode.LOCAL;
        }

        @Override
        public int frameBytesMax() {
            return RequestCodec.kvReadBytes(key);
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encodeKvRead(out, correlation, deadlineMillis, space.id(), mode, key);
        }

        @Override
        public boolean accepts(Response response) {
            return response instanceof Response.Value;
        }

        @Override
        public String model() {
            return Models.KEY_VALUE;
        }

        @Override
        public String verb() {
            return "get";
        }

        @Override
        public String spaceName() {
            return space.name();
        }

        @Override
        public String label() {
            return "get in space \"" + space.name() + "\"";
        }
    }

    /** Changes a key. */
    @SuppressWarnings("ArrayRecordComponent")
    record KvWrite(String verb, SpaceInfo space, byte[] key, KvOperation change)
            implements Operation {
        @Override
        public int slot() {
            return Slots.of(key);
        }

        @Override
        public boolean isWrite() {
            return true;
        }

        @Override
        public int frameBytesMax() {
            return RequestCodec.kvWriteBytes(key, change);
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encode(
                    new Request.KvWrite(correlation, id, deadlineMillis, space.id(), key, change),
                    out);
        }

        @Override
        public boolean accepts(Response response) {
            return response instanceof Response.Written;
        }

        @Override
        public String model() {
            return Models.KEY_VALUE;
        }

        @Override
        public String spaceName() {
            return space.name();
        }

        @Override
        public String label() {
            return verb + " in space \"" + space.name() + "\"";
        }
    }

    /** Asks something of an entity; the MultiOp is encoded, and the same in all attempts. */
    @SuppressWarnings("ArrayRecordComponent")
    record EntityRead(
            String model,
            String verb,
            SpaceInfo space,
            ReadMode mode,
            byte[] entity,
            byte[] multiOp)
            implements Operation {
        @Override
        public int slot() {
            return Slots.of(entity);
        }

        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public boolean isLocalRead() {
            return mode == ReadMode.LOCAL;
        }

        @Override
        public int frameBytesMax() {
            return RequestCodec.entityReadBytes(entity, multiOp);
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encode(
                    new Request.EntityRead(
                            correlation, deadlineMillis, space.id(), mode, entity, multiOp),
                    out);
        }

        @Override
        public boolean accepts(Response response) {
            return response instanceof Response.EntityResult;
        }

        @Override
        public String spaceName() {
            return space.name();
        }

        @Override
        public String label() {
            return verb + " on " + EntityRef.label(space, entity);
        }
    }

    /** Changes an entity; the MultiOp is encoded, and the same in all attempts. */
    @SuppressWarnings("ArrayRecordComponent")
    record EntityWrite(String model, String verb, SpaceInfo space, byte[] entity, byte[] multiOp)
            implements Operation {
        @Override
        public int slot() {
            return Slots.of(entity);
        }

        @Override
        public boolean isWrite() {
            return true;
        }

        @Override
        public int frameBytesMax() {
            return RequestCodec.entityWriteBytes(entity, multiOp);
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encode(
                    new Request.EntityWrite(
                            correlation, id, deadlineMillis, space.id(), entity, multiOp),
                    out);
        }

        @Override
        public boolean accepts(Response response) {
            return response instanceof Response.EntityResult;
        }

        @Override
        public String spaceName() {
            return space.name();
        }

        @Override
        public String label() {
            return verb + " on " + EntityRef.label(space, entity);
        }
    }

    /**
     * Works on the catalogue of spaces.
     *
     * @param spaceKind of a space to create; else it does not matter
     */
    record Spaces(Kind kind, String name, SpaceKind spaceKind) implements Operation {
        enum Kind {
            CREATE,
            CREATE_IF_ABSENT,
            OPEN,
            /** From a node's own copy of the catalogue. */
            OPEN_LOCAL,
            LIST,
            DROP
        }

        @Override
        public int slot() {
            return Slots.of(name.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public boolean isWrite() {
            return switch (kind) {
                case CREATE, CREATE_IF_ABSENT, DROP -> true;
                case OPEN, OPEN_LOCAL, LIST -> false;
            };
        }

        @Override
        public int frameBytesMax() {
            return Wire.HANDSHAKE_FRAME_BYTES_MAX;
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encode(
                    switch (kind) {
                        case CREATE, CREATE_IF_ABSENT ->
                                new Request.CreateSpace(
                                        correlation,
                                        id,
                                        deadlineMillis,
                                        name,
                                        spaceKind,
                                        kind == Kind.CREATE_IF_ABSENT);
                        case OPEN, OPEN_LOCAL ->
                                new Request.OpenSpace(
                                        correlation,
                                        deadlineMillis,
                                        name,
                                        kind == Kind.OPEN ? ReadMode.LINEARIZABLE : ReadMode.LOCAL);
                        case LIST -> new Request.ListSpaces(correlation, deadlineMillis);
                        case DROP -> new Request.DropSpace(correlation, id, deadlineMillis, name);
                    },
                    out);
        }

        @Override
        public boolean accepts(Response response) {
            return switch (kind) {
                case CREATE, CREATE_IF_ABSENT, OPEN, OPEN_LOCAL ->
                        response instanceof Response.Space;
                case LIST -> response instanceof Response.SpaceList;
                case DROP -> response instanceof Response.SpaceDropped;
            };
        }

        @Override
        public String model() {
            return "space";
        }

        @Override
        public String verb() {
            return switch (kind) {
                case CREATE, CREATE_IF_ABSENT -> "create";
                case OPEN, OPEN_LOCAL -> "open";
                case LIST -> "list";
                case DROP -> "drop";
            };
        }

        @Override
        public String spaceName() {
            return name;
        }

        @Override
        public String label() {
            String space = "space \"" + name + "\"";
            return switch (kind) {
                case CREATE, CREATE_IF_ABSENT -> "creation of " + space;
                case OPEN, OPEN_LOCAL -> "opening of " + space;
                case LIST -> "listing of the spaces";
                case DROP -> "dropping of " + space;
            };
        }
    }

    /**
     * Lists names of keys or entities, or reads keys.
     *
     * @param valueBytesMax how much is read; 0 for names alone
     */
    @SuppressWarnings("ArrayRecordComponent")
    record ListKeys(SpaceInfo space, KeyPlace from, byte[] prefix, int keysMax, int valueBytesMax)
            implements Operation {
        @Override
        public int slot() {
            return Slots.atPlace(from.place());
        }

        @Override
        public boolean isWrite() {
            return false;
        }

        @Override
        public int frameBytesMax() {
            return RequestCodec.listKeysBytes(from.from(), prefix);
        }

        @Override
        public void encode(ByteBuffer out, long correlation, int deadlineMillis, WriteId id) {
            RequestCodec.encode(
                    new Request.ListKeys(
                            correlation,
                            deadlineMillis,
                            space.id(),
                            from.place(),
                            from.from(),
                            prefix,
                            keysMax,
                            valueBytesMax),
                    out);
        }

        @Override
        public boolean accepts(Response response) {
            return valueBytesMax == 0
                    ? response instanceof Response.KeysListed
                    : response instanceof Response.KeysRead;
        }

        @Override
        public String model() {
            return space.kind() == SpaceKind.ENTITY ? Models.ENTITY : Models.KEY_VALUE;
        }

        @Override
        public String verb() {
            return "scan";
        }

        @Override
        public String spaceName() {
            return space.name();
        }

        @Override
        public String label() {
            return "scan of space \"" + space.name() + "\"";
        }
    }
}
