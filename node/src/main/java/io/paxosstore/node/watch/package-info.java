/** Watches: who is told of new versions of an entity, and from where on. */
@NullMarked
package io.paxosstore.node.watch;

import org.jspecify.annotations.NullMarked;
