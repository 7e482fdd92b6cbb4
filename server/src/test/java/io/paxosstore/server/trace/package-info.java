/** Tests of traces, with a collector of their own. */
@NullMarked
package io.paxosstore.server.trace;

import org.jspecify.annotations.NullMarked;
