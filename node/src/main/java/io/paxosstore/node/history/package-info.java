/**
 * What entities and keys changed, for longer than memory holds it: which entity, which version,
 * which objects; not their content. It is derived from the logs and may be lost at any time: a
 * reader sees what is missing by the numbers of the entries.
 */
@NullMarked
package io.paxosstore.node.history;

import org.jspecify.annotations.NullMarked;
