/** The log of a server: its format, the names of its events, how often one may repeat itself. */
@NullMarked
package io.paxosstore.server.log;

import org.jspecify.annotations.NullMarked;
