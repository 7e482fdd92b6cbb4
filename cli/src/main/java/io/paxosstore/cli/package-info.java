/** The command line: server, development cluster and shell. */
@NullMarked
package io.paxosstore.cli;

import org.jspecify.annotations.NullMarked;
