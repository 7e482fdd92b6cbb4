/** What is stored, for people: read, never written. */
@NullMarked
package io.paxosstore.console.data;

import org.jspecify.annotations.NullMarked;
