package io.paxosstore.client;

import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.codec.PartOwner;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.ValueOperation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A twin of entities that knows queues without an end, counters and simple tables: enough to see
 * that calls arrive once and answers come back. All models are tested in module server, with the
 * real evaluation.
 */
final class FakeEntities {
    private final Map<String, List<byte[]>> queues = new HashMap<>();
    private final Map<String, Long> counters = new HashMap<>();
    private final FakeTables tables = new FakeTables();
    private long version;

    byte[] execute(byte[] entity, byte[] encoded) {
        MultiOp multiOp;
        try {
            multiOp = ModelCodec.decode(ByteBuffer.wrap(encoded), new PartOwner(0, new byte[0]));
        } catch (MalformedModelException e) {
            throw new AssertionError(e);
        }
        List<Result> results = new ArrayList<>();
        for (Operation operation : multiOp.thenOperations()) {
            String name = new String(entity, StandardCharsets.UTF_8) + "/" + operation.object();
            if (operation instanceof ValueOperation && queues.containsKey(name)) {
                return ModelCodec.encode(
                        new MultiOpResult.Rejected(
                                MultiOpResult.Part.THEN,
                                results.size(),
                                new Failure.WrongType(
                                        operation.object(), ObjectType.VALUE, ObjectType.QUEUE)));
            }
            if (operation instanceof TableOperation table) {
                try {
                    results.add(tables.execute(name, table));
                } catch (FakeTables.Rejection e) {
                    return ModelCodec.encode(
                            new MultiOpResult.Rejected(
                                    MultiOpResult.Part.THEN, results.size(), e.failure));
                }
            } else {
                results.add(execute(name, operation));
            }
        }
        version += multiOp.isReadOnly() ? 0 : 1;
        return ModelCodec.encode(new MultiOpResult.Executed(version, true, List.of(), results));
    }

    private Result execute(String name, Operation operation) {
        List<byte[]> queue = queues.getOrDefault(name, new ArrayList<>());
        if (operation instanceof QueueOperation.Enqueue enqueue) {
            queues.put(name, queue);
            queue.addAll(enqueue.elements());
            return new Result.Enqueued(queue.size() - enqueue.elements().size() + 1L, queue.size());
        } else if (operation instanceof QueueOperation.Read read) {
            List<Result.Entry> entries = new ArrayList<>();
            for (long at = Math.max(read.fromSequence(), 1); at <= queue.size(); at++) {
                entries.add(new Result.Entry(at, 0, queue.get((int) at - 1)));
            }
            return new Result.Entries(entries, Math.max(read.fromSequence(), queue.size() + 1L));
        } else if (operation instanceof ValueOperation.Increment increment) {
            return new Result.Incremented(counters.merge(name, increment.delta(), Long::sum));
        }
        throw new AssertionError("not in this twin: " + operation);
    }
}
