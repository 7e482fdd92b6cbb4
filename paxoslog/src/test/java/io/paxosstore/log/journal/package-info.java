@NullMarked
package io.paxosstore.log.journal;

import org.jspecify.annotations.NullMarked;
