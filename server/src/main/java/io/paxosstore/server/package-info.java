/** The server; each part is a package of its own. */
@NullMarked
package io.paxosstore.server;

import org.jspecify.annotations.NullMarked;
