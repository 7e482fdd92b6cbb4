@NullMarked
package io.paxosstore.bench.hostile;

import org.jspecify.annotations.NullMarked;
