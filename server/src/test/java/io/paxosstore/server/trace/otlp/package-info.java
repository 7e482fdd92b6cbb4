/** Tests of traces, with a collector of their own. */
@NullMarked
package io.paxosstore.server.trace.otlp;

import org.jspecify.annotations.NullMarked;
