package io.paxosstore.server.node;

import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.topology.DeskAnswer;
import io.paxosstore.node.topology.MembersDesk;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.server.front.binary.Joins;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Takes nodes into the cluster that ask for it. One that is in the list already, at the same
 * address, is told so: it has lost its directory, or not heard the answer. One that has moved with
 * its store gets its address changed: nobody would find it. Thread-safe.
 */
final class JoinDesk implements Joins {
    private final KnownMembers members;
    private final TopologyService topology;
    private final MembersDesk desk;
    private final PeerPresence presence;
    private final IntFunction<UUID> stores;

    /**
     * @param stores the stores that are remembered of nodes; zeros where there is none
     */
    JoinDesk(KnownMembers members, ReplicaHost host, IntFunction<UUID> stores) {
        this.members = members;
        this.topology = host.topology();
        this.desk = host.desk();
        this.presence = host.presence();
        this.stores = stores;
    }

    @Override
    public void join(ClusterNode node, UUID store, Consumer<Answer> answer) {
        Topology current = topology.current();
        if (current == null || !topology.isLoaded()) {
            answer.accept(
                    new Answer.Failed(
                            FailureCode.NOT_READY,
                            "This node has not read the topology yet; try again."));
            return;
        }
        Answer known = known(node, current);
        if (known == null) {
            change(new ClusterChange.Add(node), node, answer);
        } else if (known instanceof Answer.Failed && isItself(node, store, current)) {
            // A copy of its directory has the same store, and at the address it would be let in.
            answerItself(node, answer);
        } else {
            answer.accept(known);
        }
    }

    private void answerItself(ClusterNode node, Consumer<Answer> answer) {
        if (presence.connects(node.id())) {
            answer.accept(
                    new Answer.Failed(
                            FailureCode.NOT_READY,
                            "Node "
                                    + node.id()
                                    + " is connected from where it was; stop it there first, and"
                                    + " start no copy of its directory while it runs."));
        } else {
            change(ClusterChange.Readdress.of(node), node, answer);
        }
    }

    private void change(ClusterChange change, ClusterNode node, Consumer<Answer> answer) {
        desk.submit(
                change,
                false,
                MembersDesk.PATIENCE_NANOS,
                decided -> answer.accept(answered(node, decided)));
    }

    /** Whether it is the node that has this id, with its store, at another address. */
    private boolean isItself(ClusterNode node, UUID store, Topology current) {
        return !store.equals(Request.Join.NO_STORE)
                && store.equals(stores.apply(node.id()))
                && current.nodes()
                        .find(node.id())
                        .filter(there -> there.membership() != Membership.REMOVED)
                        .isPresent();
    }

    private Answer answered(ClusterNode node, DeskAnswer decided) {
        return switch (decided) {
            case DeskAnswer.Done done ->
                    new Answer.Joined(members.founders(), done.topology().head());
            case DeskAnswer.Failed failed -> new Answer.Failed(failed.code(), failed.sentence());
            case DeskAnswer.Refused refused -> {
                // It may have been added meanwhile, by another node that was asked.
                Topology current = topology.current();
                Answer known = current == null ? null : known(node, current);
                yield known == null
                        ? new Answer.Failed(FailureCode.BAD_REQUEST, refused.sentence())
                        : known;
            }
        };
    }

    /** The answer to a node whose id is known; null if it is not. */
    private @Nullable Answer known(ClusterNode node, Topology current) {
        Optional<ClusterNode> found = current.nodes().find(node.id());
        if (found.isEmpty()) {
            return null;
        }
        ClusterNode there = found.orElseThrow();
        if (there.membership() == Membership.REMOVED) {
            return refused(
                    "Node id "
                            + node.id()
                            + " was that of a node that was removed; give this one an id that no"
                            + " node ever had.");
        }
        if (!there.isReachedAs(node)) {
            return refused(
                    "Node id "
                            + node.id()
                            + " is that of the node at "
                            + there.peerAddress()
                            + "; give this one an id that no node ever had, or, if it is that node,"
                            + " its address.");
        }
        return new Answer.Joined(members.founders(), current.head());
    }

    private static Answer refused(String sentence) {
        return new Answer.Failed(FailureCode.BAD_REQUEST, sentence);
    }
}
