package io.paxosstore.server.front.redis;

import io.paxosstore.log.EntityCommand;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.redis.resp.Reply;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Asks entities in the words of their models. */
final class EntityQuery {
    private EntityQuery() {}

    /**
     * Has a MultiOp executed.
     *
     * @param result told what came out
     * @param failure told why nothing did
     */
    static void ask(
            Lanes lanes,
            EntityKey entity,
            MultiOp multiOp,
            Consumer<MultiOpResult.Executed> result,
            Consumer<Reply.Error> failure) {
        lanes.add(
                entity,
                new Step.Query(
                        new EntityCommand(multiOp),
                        multiOp.isReadOnly(),
                        bytes -> told(bytes, result, failure),
                        failure));
    }

    private static void told(
            byte[] bytes, Consumer<MultiOpResult.Executed> result, Consumer<Reply.Error> failure) {
        switch (decoded(bytes)) {
            case MultiOpResult.Executed executed -> result.accept(executed);
            case MultiOpResult.Rejected rejected ->
                    failure.accept(new Reply.Error("ERR " + rejected.failure().sentence()));
        }
    }

    private static MultiOpResult decoded(byte[] bytes) {
        try {
            return ModelCodec.decodeResult(ByteBuffer.wrap(bytes));
        } catch (MalformedModelException e) {
            throw new IllegalStateException("a node's own result", e);
        }
    }
}
