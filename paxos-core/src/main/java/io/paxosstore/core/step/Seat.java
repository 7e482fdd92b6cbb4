package io.paxosstore.core.step;

import io.paxosstore.core.Message;
import io.paxosstore.core.Quorum;
import io.paxosstore.core.SpacePolicies;
import io.paxosstore.core.SpacePolicy;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.Voters;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/**
 * This node's seat among the voters of one entity: which of them it is, and how it speaks to its
 * peers, the other voters. Voters are named by their places in the preference order. Immutable.
 */
public final class Seat {
    private final Turn turn;
    private final EntityKey key;
    private final Voters voters;
    private final int self;
    private final SpacePolicy policy;

    private Seat(Turn turn, EntityKey key, Voters voters, int self, SpacePolicy policy) {
        this.turn = turn;
        this.key = key;
        this.voters = voters;
        this.self = self;
        this.policy = policy;
    }

    /** This node's seat among an entity's voters; null when it is none of them. */
    public static @Nullable Seat among(
            Voters voters, EntityKey key, SpacePolicies policies, Turn turn) {
        int self = voters.indexOf(turn.identity().self());
        return self < 0 ? null : new Seat(turn, key, voters, self, policies.of(key.space()));
    }

    public EntityKey key() {
        return key;
    }

    public Voters voters() {
        return voters;
    }

    public Quorum quorum() {
        return voters.quorum();
    }

    /** How the entities of its space are served. */
    public SpacePolicy policy() {
        return policy;
    }

    /** How many voters there are, this one included. */
    public int count() {
        return voters.count();
    }

    /** The place of this node. */
    public int self() {
        return self;
    }

    /** All voters but this one. */
    public VoterSet peers() {
        return voters.allBut(self);
    }

    /** Whether this is the place of another voter; -1 stands for a node that is none. */
    public boolean isPeer(int voter) {
        return voter >= 0 && voter != self;
    }

    /** The place of a node; -1 when it is no voter. */
    public int placeOf(int nodeId) {
        return voters.indexOf(nodeId);
    }

    public int nodeId(int voter) {
        return voters.id(voter);
    }

    public void send(int voter, Message message) {
        turn.send(voters.id(voter), key, message, false);
    }

    /** Sends with the next message to the same node, or a little later (piggyback, Rule D3). */
    public void sendLazily(int voter, Message message) {
        turn.send(voters.id(voter), key, message, true);
    }
}
