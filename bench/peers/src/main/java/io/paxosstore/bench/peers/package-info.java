/**
 * Other databases under the same load: starts a peer and ours on one machine, drives both with one
 * generator, one after the other, and reports ratios.
 */
@NullMarked
package io.paxosstore.bench.peers;

import org.jspecify.annotations.NullMarked;
