/** The key-value model: commands, their evaluation and their encoded results. Pure. */
@NullMarked
package io.paxosstore.core.kv;

import org.jspecify.annotations.NullMarked;
