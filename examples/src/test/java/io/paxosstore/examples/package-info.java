/** Runs what the examples' own builds have made, and looks at what is published. */
@NullMarked
package io.paxosstore.examples;

import org.jspecify.annotations.NullMarked;
