/**
 * A whole cluster inside one process: real nodes on real ports of the loopback interface, for
 * applications' tests and for trying out. Begin with {@link
 * io.paxosstore.server.embedded.EmbeddedCluster}.
 */
@NullMarked
package io.paxosstore.server.embedded;

import org.jspecify.annotations.NullMarked;
