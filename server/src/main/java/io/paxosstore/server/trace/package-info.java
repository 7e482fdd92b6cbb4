/** Which requests belong to traces, and how they ended; where that goes. */
@NullMarked
package io.paxosstore.server.trace;

import org.jspecify.annotations.NullMarked;
