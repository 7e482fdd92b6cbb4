/** The command line: server, development cluster and shell. */
@NullMarked
package io.paxosstore.server.cli;

import org.jspecify.annotations.NullMarked;
