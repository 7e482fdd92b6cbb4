/** The web console in a real browser. */
@NullMarked
package io.paxosstore.bench.console;

import org.jspecify.annotations.NullMarked;
