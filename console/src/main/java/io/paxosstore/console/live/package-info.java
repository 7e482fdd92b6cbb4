/** Figures of each second, kept for minutes. */
@NullMarked
package io.paxosstore.console.live;

import org.jspecify.annotations.NullMarked;
