@NullMarked
package io.paxosstore.log.segment;

import org.jspecify.annotations.NullMarked;
