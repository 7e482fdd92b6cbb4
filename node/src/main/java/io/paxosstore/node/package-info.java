/** The host of replicas; its packages are its parts. */
@NullMarked
package io.paxosstore.node;

import org.jspecify.annotations.NullMarked;
