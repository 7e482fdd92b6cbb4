/** The client port: connections, their requests and their answers. */
@NullMarked
package io.paxosstore.server.session;

import org.jspecify.annotations.NullMarked;
