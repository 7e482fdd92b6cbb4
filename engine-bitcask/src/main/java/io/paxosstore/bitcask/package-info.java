/**
 * Key-value engine, PaxosLog-as-value: the records of a Bitcask data file are the entries of the
 * keys' PaxosLogs, two per key at most (Rule D7). Start at {@link
 * io.paxosstore.bitcask.BitcaskEngine}; the formats are in docs/formats.md.
 */
@NullMarked
package io.paxosstore.bitcask;

import org.jspecify.annotations.NullMarked;
