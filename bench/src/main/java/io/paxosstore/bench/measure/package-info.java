/** What a load did to a store and what the store used meanwhile: time, memory, disk. */
@NullMarked
package io.paxosstore.bench.measure;

import org.jspecify.annotations.NullMarked;
