package io.paxosstore.core.step;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Invariant;
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
 * peers, the other voters. Voters are named by their places in the preference order, which are
 * others in another epoch ({@link #enter}). Not thread-safe.
 */
public final class Seat {
    private final Turn turn;
    private final EntityKey key;
    private final SpacePolicy policy;
    private Configuration configuration;
    private int self;

    private Seat(
            Turn turn, EntityKey key, Configuration configuration, int self, SpacePolicy policy) {
        this.turn = turn;
        this.key = key;
        this.configuration = configuration;
        this.self = self;
        this.policy = policy;
    }

    /** This node's seat among an entity's voters; null when it is none of them. */
    public static @Nullable Seat among(
            Configuration configuration, EntityKey key, SpacePolicies policies, Turn turn) {
        int self = configuration.voters().indexOf(turn.identity().self());
        return self < 0 ? null : new Seat(turn, key, configuration, self, policies.of(key.space()));
    }

    /**
     * Rule M2: this node has entered a later epoch of the slot, in which it votes too. Whoever
     * holds places of voters must find out their new ones.
     */
    public void enter(Configuration later) {
        int place = later.voters().indexOf(turn.identity().self());
        Invariant.check(later.epoch() > configuration.epoch(), "epochs of a slot never fall");
        Invariant.check(place >= 0, "a seat is among the voters");
        configuration = later;
        self = place;
    }

    public EntityKey key() {
        return key;
    }

    /** In which epoch this node stands, and who votes in it. */
    public Configuration configuration() {
        return configuration;
    }

    public Quorum quorum() {
        return configuration.quorum();
    }

    private Voters voters() {
        return configuration.voters();
    }

    /** How the entities of its space are served. */
    public SpacePolicy policy() {
        return policy;
    }

    /** How many voters there are, this one included. */
    public int count() {
        return voters().count();
    }

    /** The place of this node. */
    public int self() {
        return self;
    }

    /** All voters but this one. */
    public VoterSet peers() {
        return voters().allBut(self);
    }

    /** Whether this is the place of another voter; -1 stands for a node that is none. */
    public boolean isPeer(int voter) {
        return voter >= 0 && voter != self;
    }

    /** The place of a node; -1 when it is no voter. */
    public int placeOf(int nodeId) {
        return voters().indexOf(nodeId);
    }

    /** The place that comes next in the ring of node ids (see {@link Voters#next}). */
    public int next(int voter) {
        return voters().next(voter);
    }

    public int nodeId(int voter) {
        return voters().id(voter);
    }

    public void send(int voter, Message message) {
        turn.send(nodeId(voter), configuration.epoch(), key, message, false);
    }

    /** Sends with the next message to the same node, or a little later (piggyback, Rule D3). */
    public void sendLazily(int voter, Message message) {
        turn.send(nodeId(voter), configuration.epoch(), key, message, true);
    }
}
