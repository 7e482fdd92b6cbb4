/**
 * Experiments: clusters of this checkout, started for the purpose, under loads that differ in one
 * thing. They print the tables of {@code docs/performance.md}.
 */
@NullMarked
package io.paxosstore.bench.experiment;

import org.jspecify.annotations.NullMarked;
