/** Tests of the storage on real directories. */
@NullMarked
package io.paxosstore.lsm.store;

import org.jspecify.annotations.NullMarked;
