@NullMarked
package io.paxosstore.bench;

import org.jspecify.annotations.NullMarked;
