@NullMarked
package io.paxosstore.bench.proxy;

import org.jspecify.annotations.NullMarked;
