/** Tests of the extension, some of them by running test classes inside of a test. */
@NullMarked
package io.paxosstore.test;

import org.jspecify.annotations.NullMarked;
