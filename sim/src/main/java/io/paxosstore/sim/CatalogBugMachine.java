package io.paxosstore.sim;

import io.paxosstore.core.RequestTable;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.space.Catalog;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import java.nio.ByteBuffer;

/**
 * The {@link HostBug}s of the catalog, planted where its changes are evaluated: in a run nobody but
 * a node's catalog compares versions by a command without a name. Not thread-safe.
 */
final class CatalogBugMachine implements StateMachine {
    /** The format whose next ids come after the first ones. */
    private static final int FORMAT_WITH_FIRST_IDS = 4;

    private final HostBug bug;
    private final StateMachine machine;

    private CatalogBugMachine(HostBug bug, StateMachine machine) {
        this.bug = bug;
        this.machine = machine;
    }

    /** A machine with the planted bug, if that is one of the catalog. */
    static StateMachine planted(HostBug bug, StateMachine machine) {
        return switch (bug) {
            case SPACE_ID_GIVEN_AGAIN, CATALOG_LOOKED_AT_TWICE, CATALOG_FORGETS_CHANGES ->
                    new CatalogBugMachine(bug, machine);
            default -> machine;
        };
    }

    @Override
    public long deadlineMillis(ByteBuffer state) {
        return machine.deadlineMillis(state);
    }

    @Override
    public byte[] expired(byte[] state) {
        return machine.expired(state);
    }

    @Override
    public Evaluation evaluate(byte[] state, Command command, long nowMillis) {
        return machine.evaluate(
                state,
                command instanceof KvOperation.CompareVersionAndSet change
                        ? wrong(state, change)
                        : command,
                nowMillis);
    }

    private Command wrong(byte[] state, KvOperation.CompareVersionAndSet change) {
        return switch (bug) {
            case SPACE_ID_GIVEN_AGAIN ->
                    new KvOperation.CompareVersionAndSet(
                            change.expectedVersion(), withFreedIds(change.value()), 0);
            case CATALOG_FORGETS_CHANGES ->
                    new KvOperation.CompareVersionAndSet(
                            change.expectedVersion(), withoutRequests(change.value()), 0);
            default ->
                    new KvOperation.CompareVersionAndSet(KvState.version(state), change.value(), 0);
        };
    }

    private static byte[] withoutRequests(byte[] catalog) {
        return Catalog.decode(0, catalog).remembering(new RequestTable(), 0).encode();
    }

    /** The next id is the one above those in use, not above all that were ever given. */
    private static byte[] withFreedIds(byte[] catalog) {
        int highest =
                Catalog.decode(0, catalog).spaces().stream()
                        .filter(space -> space.kind() == SpaceKind.KEY_VALUE)
                        .mapToInt(SpaceInfo::id)
                        .max()
                        .orElse(0);
        ByteReader in = ByteReader.of(catalog);
        ByteWriter out = new ByteWriter(catalog.length);
        int format = in.getByte();
        out.putByte(format);
        int first = 1;
        if (format == FORMAT_WITH_FIRST_IDS) {
            first = in.getIntVarint();
            out.putVarint(first).putVarint(in.getIntVarint());
        }
        int right = in.getIntVarint();
        int wrong = Math.max(highest, first) + 1; // else nothing was ever given
        return out.putVarint(Math.min(wrong, right)).putRaw(in.getRest()).toBytes();
    }
}
