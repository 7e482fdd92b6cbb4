/** The web console of a node: what it shows, apart from how it is brought over the network. */
@NullMarked
package io.paxosstore.console;

import org.jspecify.annotations.NullMarked;
