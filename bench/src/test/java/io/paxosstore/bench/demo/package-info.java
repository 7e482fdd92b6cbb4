@NullMarked
package io.paxosstore.bench.demo;

import org.jspecify.annotations.NullMarked;
