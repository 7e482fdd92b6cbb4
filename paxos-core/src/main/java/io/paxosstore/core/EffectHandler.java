package io.paxosstore.core;

import java.util.List;

/**
 * Performs the {@link Effects} of a replica: the edge between the protocol and a store, a network
 * and clients. {@link Effects#drain} calls the methods in the order in which they stand here. A
 * method that throws stops the replica for good.
 */
public interface EffectHandler {
    /** Puts an entry's changes into the data. */
    void apply(Effects.Apply entry);

    /** What is loaded next, so that it can be fetched together; not to be kept. */
    default void willLoad(List<Effects.Load> loads) {}

    /** Loads; may give the answer to the replica at once. */
    void load(Effects.Load load);

    /** Evaluates; may give the answer to the replica at once. */
    void evaluate(Effects.Evaluate question);

    /** Appends a record. */
    void persist(Effects.Persist persist);

    /** Notes that the entry which is held is chosen. */
    void markChosen(Effects.MarkChosen mark);

    /** Everything of this round is appended: it may begin to become durable, together. */
    void commit();

    /** Sends. */
    void send(Effects.Send send);

    /** Gives another replica what it lacks. */
    void supply(Effects.Supply supply);

    /** Remembers that an entity is behind. */
    void lag(Effects.Lag lag);

    /** Has two nodes agree in which epoch of a slot they stand. */
    void otherEpoch(Effects.OtherEpoch other);

    /** Answers a client, who may ask for the next thing at once. */
    void reply(Effects.Reply reply);

    /** The round is over; what its answers brought waits for the next. */
    default void performed() {}
}
