/**
 * What the chosen entries of an entity amount to ({@link io.paxosstore.core.data.EntityData}), and
 * what may become its next one: the writes that wait ({@link io.paxosstore.core.data.WriteQueue}),
 * or an entry that nobody asked for ({@link io.paxosstore.core.data.UnaskedEntries}). PaxosStore
 * paper, section 2.2.2 (PaxosLog-as-value) and 3; Rules W1 to W5, E1 to E3, X1, X2.
 */
@NullMarked
package io.paxosstore.core.data;

import org.jspecify.annotations.NullMarked;
