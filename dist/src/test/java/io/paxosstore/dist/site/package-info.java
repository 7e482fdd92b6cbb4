/** Tests of the pages for a browser. */
@NullMarked
package io.paxosstore.dist.site;

import org.jspecify.annotations.NullMarked;
