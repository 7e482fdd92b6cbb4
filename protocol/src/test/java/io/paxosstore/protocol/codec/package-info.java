/** Tests of the models' bytes. */
@NullMarked
package io.paxosstore.protocol.codec;

import org.jspecify.annotations.NullMarked;
