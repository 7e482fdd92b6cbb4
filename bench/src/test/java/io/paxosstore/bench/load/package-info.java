@NullMarked
package io.paxosstore.bench.load;

import org.jspecify.annotations.NullMarked;
