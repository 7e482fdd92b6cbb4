/** In the client's package, to have its tests' {@code FakeCluster}. */
@NullMarked
package io.paxosstore.client;

import org.jspecify.annotations.NullMarked;
