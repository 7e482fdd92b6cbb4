/** Clients that mean harm, beside one that does not and must not notice. */
@NullMarked
package io.paxosstore.bench.hostile;

import org.jspecify.annotations.NullMarked;
