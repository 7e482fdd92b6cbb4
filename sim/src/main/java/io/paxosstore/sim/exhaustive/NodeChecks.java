package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.EntityView;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.sim.Describe;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

/** Rules that one node alone can break: what it writes and holds, against what its disk holds. */
final class NodeChecks {
    private final int id;
    private final Disk disk;

    NodeChecks(int id, Disk disk) {
        this.id = id;
        this.disk = disk;
    }

    /** Rule D7: a durable accept is only dropped for the value of a later entry. */
    void keepsAccepted(LogRecord record) {
        LogRecord held = disk.durablePending();
        if (held != null
                && held.value() != null
                && held.entry() < record.entry()
                && held.entry() > record.version()
                && record.value() == null) {
            throw new SimViolation(
                    "AcceptedIsKept",
                    "%s drops its accept of entry %d for a promise of entry %d"
                            .formatted(Describe.node(id), held.entry(), record.entry()));
        }
    }

    /** K1, and that what is in memory never falls behind what is durable. */
    void ownState(@Nullable EntityView view) {
        if (view == null || disk.isAmnesiac()) {
            return;
        }
        if (view.accepted() > view.promised()) {
            throw new SimViolation("AcceptedNotAbovePromised", "n > m");
        }
        LogRecord durable = disk.durablePending();
        if (view.version() < disk.durableVersion()) {
            throw new SimViolation("VersionNeverFalls", "version below the durable one");
        }
        if (durable != null
                && durable.promised() > 0
                && durable.entry() > view.version()
                && (view.pendingEntry() < durable.entry()
                        || (view.pendingEntry() == durable.entry()
                                && (view.promised() < durable.promised()
                                        || view.accepted() < durable.accepted())))) {
            throw new SimViolation(
                    "PromiseNeverFalls",
                    "entry %d m=%s n=%s in memory, durable are entry %d m=%s n=%s"
                            .formatted(
                                    view.pendingEntry(),
                                    ProposalNumber.toString(view.promised()),
                                    ProposalNumber.toString(view.accepted()),
                                    durable.entry(),
                                    ProposalNumber.toString(durable.promised()),
                                    ProposalNumber.toString(durable.accepted())));
        }
    }
}
