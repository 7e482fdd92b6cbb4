/** Watches: who is told of new versions of an entity, and from where on. */
@NullMarked
package io.paxosstore.server.watch;

import org.jspecify.annotations.NullMarked;
