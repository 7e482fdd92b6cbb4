/** YCSB's database binding: its records as values, maps or rows of tables. */
@NullMarked
package io.paxosstore.bench.ycsb;

import org.jspecify.annotations.NullMarked;
