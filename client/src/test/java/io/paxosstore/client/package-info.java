/** Tests of the client against scripted nodes ({@code FakeCluster}). */
@NullMarked
package io.paxosstore.client;

import org.jspecify.annotations.NullMarked;
