/** Getting back what a node has missed or lost: its standing, the sweep, the agreement check. */
@NullMarked
package io.paxosstore.node.repair;

import org.jspecify.annotations.NullMarked;
