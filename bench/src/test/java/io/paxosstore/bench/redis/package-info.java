@NullMarked
package io.paxosstore.bench.redis;

import org.jspecify.annotations.NullMarked;
