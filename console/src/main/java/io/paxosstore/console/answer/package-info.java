/** What is answered to browsers, as JSON and packed. */
@NullMarked
package io.paxosstore.console.answer;

import org.jspecify.annotations.NullMarked;
