/** What an entity is named by, and where it is placed. JDK only. */
@NullMarked
package io.paxosstore.protocol.key;

import org.jspecify.annotations.NullMarked;
