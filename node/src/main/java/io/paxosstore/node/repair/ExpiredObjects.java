package io.paxosstore.node.repair;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Calls;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.OwnStamps;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;

/**
 * Has the log remove what has expired in entities that nobody writes any more. The fields of a map
 * and the rows of a table are counted by it, so that no replica may remove them by itself, and the
 * log goes on building the indexes of tables; an object may go when an entry with a later clock was
 * applied, and if need be this is that entry. Every replica finds what is due; the first one in the
 * entity's preference order that is up proposes. For one shard, on its loop only.
 *
 * <p>What fails is found again by the next purge.
 */
public final class ExpiredObjects implements Requester {
    private static final int UNDER_WAY_MAX = 64;

    /** Those that wait; more are found again by a later purge. */
    private static final int WAITING_MAX = DueObject.REPORT_MAX;

    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Where one change could not hold all that has expired, the next one comes after so long. */
    private static final long NEXT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ShardLoop shard;
    private final Calls calls;
    private final FirstVoter first;
    private final long clientId;
    private final Map<Long, DueObject> underWay = new HashMap<>();
    private final SequencedSet<DueObject> waiting = new LinkedHashSet<>();
    private final OwnStamps stamps = new OwnStamps();

    /**
     * @param calls reach this node's replicas
     * @param first says whether this node is to propose
     * @param clientId of the requests; unique among all clients
     */
    public ExpiredObjects(ShardLoop shard, Calls calls, FirstVoter first, long clientId) {
        this.shard = shard;
        this.calls = calls;
        this.first = first;
        this.clientId = clientId;
    }

    /** An object has expired, or fields of a map, or rows of a table; or it needs an index. */
    public void due(DueObject object) {
        if (first.isSelf(object.entity())
                && waiting.size() < WAITING_MAX
                && !underWay.containsValue(object)) {
            waiting.add(object);
        }
        proposeNext();
    }

    private void proposeNext() {
        while (underWay.size() < UNDER_WAY_MAX && !waiting.isEmpty()) {
            propose(waiting.removeFirst()); // which may be answered at once
        }
    }

    private void propose(DueObject object) {
        long stamp = stamps.next(shard.wallMillis());
        underWay.put(stamp, object);
        // Nothing is ever sent twice, so everything before is settled (Rule E2).
        calls.execute(
                this,
                stamp,
                new Call.Write(
                        object.entity(),
                        new RequestId(clientId, stamp),
                        stamp - 1,
                        new EntityCommand(MultiOp.of(operation(object))),
                        shard.nowNanos() + DEADLINE_NANOS));
    }

    private static io.paxosstore.protocol.model.Operation operation(DueObject object) {
        int most = ModelLimits.OPERATION_ELEMENTS_MAX;
        return object.isTable()
                ? new TableOperation.Tend(object.object(), most)
                : new MapOperation.RemoveExpired(object.object(), most);
    }

    @Override
    public int homeShard() {
        return shard.index();
    }

    @Override
    public void complete(long stamp, Operation operation, Outcome outcome) {
        DueObject object = underWay.remove(stamp);
        if (outcome instanceof Outcome.NotDone) {
            waiting.clear(); // a later purge finds them again
            return;
        }
        if (outcome instanceof Outcome.RequestExpired expired && object != null) {
            // It has heard of later clocks than this node's: once more, above them.
            stamps.raiseAbove(expired.forgottenStamp());
            waiting.addFirst(object);
        } else if (outcome instanceof Outcome.Written written
                && object != null
                && isPart(written.result().bytes())) {
            shard.scheduler().schedule(() -> due(object), NEXT_NANOS);
        }
        proposeNext();
    }

    /** Whether something was removed, but fewer than were asked for: its bytes were enough. */
    private static boolean isPart(byte[] result) {
        try {
            return ModelCodec.decodeResult(ByteBuffer.wrap(result))
                            instanceof MultiOpResult.Executed executed
                    && executed.results().getFirst() instanceof Result.Count count
                    && count.count() > 0
                    && count.count() < ModelLimits.OPERATION_ELEMENTS_MAX;
        } catch (MalformedModelException e) {
            throw new IllegalStateException("a replica's own result", e);
        }
    }
}
