/**
 * The data that the simulator's entities hold: several objects that one command changes at once.
 */
@NullMarked
package io.paxosstore.sim.entity;

import org.jspecify.annotations.NullMarked;
