/** Placeholder. */
@NullMarked
package io.paxosstore.server;

import org.jspecify.annotations.NullMarked;
