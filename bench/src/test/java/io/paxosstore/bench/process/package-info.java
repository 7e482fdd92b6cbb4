@NullMarked
package io.paxosstore.bench.process;

import org.jspecify.annotations.NullMarked;
