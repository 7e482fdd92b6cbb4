package io.paxosstore.dist.site;

import java.io.IOException;
import java.nio.file.Path;

/** Writes the documentation as pages for a browser. */
public final class BuildSite {
    private BuildSite() {}

    /**
     * Writes the pages.
     *
     * @param args the checkout, and the directory to write to; what is there already is left but
     *     for files of the same names
     * @throws BrokenLinkException if a page names a page, a heading or a picture that is not there
     */
    public static void main(String[] args) throws IOException {
        Site.read(Path.of(args[0])).write(Path.of(args[1]));
    }
}
