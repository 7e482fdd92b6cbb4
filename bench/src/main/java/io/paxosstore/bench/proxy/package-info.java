/**
 * A TCP proxy between peers that cuts, stalls, delays and resets what runs through it, and loses,
 * doubles and swaps whole frames.
 */
@NullMarked
package io.paxosstore.bench.proxy;

import org.jspecify.annotations.NullMarked;
