/**
 * Where slots should be: which nodes vote for each, in which order of preference, and what has to
 * move when nodes come and go. Pure functions from values to values, equal on every node; nothing
 * here moves anything.
 */
@NullMarked
package io.paxosstore.node.placement;

import org.jspecify.annotations.NullMarked;
