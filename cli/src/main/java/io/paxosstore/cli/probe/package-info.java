/** How nodes are asked one by one, beside the client, which would go round one that is silent. */
@NullMarked
package io.paxosstore.cli.probe;

import org.jspecify.annotations.NullMarked;
