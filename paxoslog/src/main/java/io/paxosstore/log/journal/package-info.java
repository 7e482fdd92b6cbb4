/**
 * The journal: the PaxosLogs of all entities of a store, interleaved in segments, with an index to
 * find an entity's entries. Entry point: {@link io.paxosstore.log.journal.Journal}.
 */
@NullMarked
package io.paxosstore.log.journal;

import org.jspecify.annotations.NullMarked;
