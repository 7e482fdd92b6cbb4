/** What the front ends for clients have in common. */
@NullMarked
package io.paxosstore.server.front.shared;

import org.jspecify.annotations.NullMarked;
