/** Getting back what a node has missed or lost: its standing, the sweep, the agreement check. */
@NullMarked
package io.paxosstore.server.recovery;

import org.jspecify.annotations.NullMarked;
