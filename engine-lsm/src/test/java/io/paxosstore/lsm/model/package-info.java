/** Tests of the models against naive twins. */
@NullMarked
package io.paxosstore.lsm.model;

import org.jspecify.annotations.NullMarked;
