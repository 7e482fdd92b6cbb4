/** The admin port: health, metrics and topology over HTTP. */
@NullMarked
package io.paxosstore.server.front.http;

import org.jspecify.annotations.NullMarked;
