/** A TCP proxy between peers that cuts, stalls, delays and resets what runs through it. */
@NullMarked
package io.paxosstore.bench.proxy;

import org.jspecify.annotations.NullMarked;
