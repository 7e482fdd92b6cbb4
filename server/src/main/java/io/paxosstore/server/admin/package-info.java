/** The admin port: health, metrics and topology over HTTP. */
@NullMarked
package io.paxosstore.server.admin;

import org.jspecify.annotations.NullMarked;
