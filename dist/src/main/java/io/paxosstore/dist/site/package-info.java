/**
 * Makes pages for a browser of the Markdown in this checkout: without scripts, and without asking
 * any other host.
 */
@NullMarked
package io.paxosstore.dist.site;

import org.jspecify.annotations.NullMarked;
