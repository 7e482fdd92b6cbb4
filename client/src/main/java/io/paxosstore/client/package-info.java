/** Placeholder. */
@NullMarked
package io.paxosstore.client;

import org.jspecify.annotations.NullMarked;
