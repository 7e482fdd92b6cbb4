/**
 * The format of PaxosLog records in segment files, how they get there and how such a file is read:
 * what the key-value engine's data files and the journal's roll files have in common.
 * docs/formats.md has the bytes.
 */
@NullMarked
package io.paxosstore.log.record;

import org.jspecify.annotations.NullMarked;
