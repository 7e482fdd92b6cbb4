/** One reader and one writer of bytes, for frames and for records. JDK only. */
@NullMarked
package io.paxosstore.protocol.bytes;

import org.jspecify.annotations.NullMarked;
