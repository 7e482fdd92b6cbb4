/** The client port: connections, their requests and their answers. */
@NullMarked
package io.paxosstore.server.front.binary;

import org.jspecify.annotations.NullMarked;
