package io.paxosstore.dist.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Turns the links of a document into those of its page: to other pages, with their anchors, and to
 * pictures. What is in the checkout but no page, such as a source, keeps its words and loses its
 * link.
 */
final class Links extends AbstractVisitor {
    private final Path home;
    private final Map<String, Page> pages;
    private final Page page;
    private final Set<String> pictures;

    /**
     * @param pages by their sources
     * @param pictures gets the files of the pictures that the page shows, from the root of the
     *     checkout
     */
    Links(Path home, Map<String, Page> pages, Page page, Set<String> pictures) {
        this.home = home;
        this.pages = pages;
        this.page = page;
        this.pictures = pictures;
    }

    @Override
    public void visit(Link link) {
        visitChildren(link);
        String destination = link.getDestination();
        if (destination.startsWith("https://") || destination.startsWith("http://")) {
            return;
        }
        int hash = destination.indexOf('#');
        String source = source(hash < 0 ? destination : destination.substring(0, hash));
        String anchor = hash < 0 ? "" : destination.substring(hash);
        Page target = pages.get(source);
        if (target == null) {
            if (!Files.exists(home.resolve(source))) {
                throw new BrokenLinkException(page.source(), destination, "no such file");
            }
            unlink(link);
        } else if (!anchor.isEmpty() && !target.hasAnchor(anchor.substring(1))) {
            throw new BrokenLinkException(page.source(), destination, "no such heading");
        } else if (target.equals(page)) {
            link.setDestination(anchor.isEmpty() ? "#" : anchor);
        } else {
            link.setDestination(Site.relative(page.file(), target.file()) + anchor);
        }
    }

    @Override
    public void visit(Image image) {
        String source = source(image.getDestination());
        if (!source.startsWith("docs/") || !Files.isRegularFile(home.resolve(source))) {
            throw new BrokenLinkException(
                    page.source(), image.getDestination(), "no file below docs/");
        }
        pictures.add(source);
        image.setDestination(Site.relative(page.file(), source.substring("docs/".length())));
    }

    /** What the document calls a file, from the root of the checkout. */
    private String source(String destination) {
        if (destination.isEmpty()) {
            return page.source();
        }
        Path directory = Path.of("/" + page.source()).getParent();
        Path file = directory == null ? Path.of(destination) : directory.resolve(destination);
        return Path.of("/").relativize(file.normalize()).toString();
    }

    private static void unlink(Link link) {
        @Nullable Node child = link.getFirstChild();
        while (child != null) {
            Node next = child.getNext();
            link.insertBefore(child);
            child = next;
        }
        link.unlink();
    }
}
