/** Settings: their declarations, how they are read and checked, and their documentation. */
@NullMarked
package io.paxosstore.server.config;

import org.jspecify.annotations.NullMarked;
