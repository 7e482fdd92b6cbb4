/**
 * {@code top}: how the nodes of a cluster are and what they do, as a screen that follows them. What
 * was heard ({@link io.paxosstore.cli.top.Heard}) becomes a {@link io.paxosstore.cli.top.Picture},
 * and that becomes lines ({@link io.paxosstore.cli.top.Screen}): both are functions of their
 * arguments.
 */
@NullMarked
package io.paxosstore.cli.top;

import org.jspecify.annotations.NullMarked;
