/** How far something is that takes more than a moment. */
@NullMarked
package io.paxosstore.cli.progress;

import org.jspecify.annotations.NullMarked;
