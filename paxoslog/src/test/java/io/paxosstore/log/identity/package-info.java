@NullMarked
package io.paxosstore.log.identity;

import org.jspecify.annotations.NullMarked;
