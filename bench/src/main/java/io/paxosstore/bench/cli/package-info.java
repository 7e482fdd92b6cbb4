/** The commands that bench adds to {@code bin/paxosstore}. */
@NullMarked
package io.paxosstore.bench.cli;

import org.jspecify.annotations.NullMarked;
