/** JMH microbenchmarks of the parts every request goes through; run by {@code jmh}. */
@NullMarked
package io.paxosstore.bench.micro;

import org.jspecify.annotations.NullMarked;
