/** The log of nodes that run in the process of a command. The shell does not know it. */
@NullMarked
package io.paxosstore.cli.log;

import org.jspecify.annotations.NullMarked;
