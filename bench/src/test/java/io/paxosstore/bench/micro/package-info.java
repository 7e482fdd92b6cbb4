@NullMarked
package io.paxosstore.bench.micro;

import org.jspecify.annotations.NullMarked;
