/**
 * The client of PaxosStore: {@link io.paxosstore.client.PaxosStore#connect(String)} is the way in,
 * {@link io.paxosstore.client.KeyValue} the typed handle of a key-value space, {@link
 * io.paxosstore.client.Entity} that of an entity.
 *
 * <p>Every call has a deadline and ends in one of three ways: a result, a {@link
 * io.paxosstore.client.NotDoneException} (a write was certainly not done) or an {@link
 * io.paxosstore.client.OutcomeUnknownException} (it may or may not have been).
 *
 * <p>One daemon thread per client does all network work ({@code IoLoop}); everything it owns
 * ({@code CallEngine}, {@code Cluster}, {@code Node}, {@code Connection}) is used by that thread
 * only.
 */
@NullMarked
package io.paxosstore.client;

import org.jspecify.annotations.NullMarked;
