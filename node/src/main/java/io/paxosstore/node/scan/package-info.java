/** Which keys there are: what a majority of each slot's voters hold, put together. */
@NullMarked
package io.paxosstore.node.scan;

import org.jspecify.annotations.NullMarked;
