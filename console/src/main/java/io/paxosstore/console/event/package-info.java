/** What is wrong, since when, and what has happened. */
@NullMarked
package io.paxosstore.console.event;

import org.jspecify.annotations.NullMarked;
