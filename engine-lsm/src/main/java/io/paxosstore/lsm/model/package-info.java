/**
 * The models evaluated: operations on the state of one entity become physical changes and results
 * (Rule W1).
 *
 * <p>Reading order: {@link io.paxosstore.lsm.model.EntityState} (an ordered byte map), {@link
 * io.paxosstore.lsm.model.KeyLayout} (what lies where in it), {@link
 * io.paxosstore.lsm.model.EntryBuilder} (MultiOps in, one entry's {@link
 * io.paxosstore.lsm.model.EntityChanges} out), then a model, such as {@code ListModel}.
 *
 * <p>Nothing here reads a clock, draws randomness of its own or does IO but through the state it is
 * given.
 */
@NullMarked
package io.paxosstore.lsm.model;

import org.jspecify.annotations.NullMarked;
