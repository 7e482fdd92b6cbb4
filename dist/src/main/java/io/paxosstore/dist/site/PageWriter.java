package io.paxosstore.dist.site;

import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.renderer.html.HtmlRenderer;

import java.util.IdentityHashMap;
import java.util.List;

/** A page as HTML that an XML parser takes, too: the document, what is in it, and all pages. */
final class PageWriter {
    /** Shorter pages are seen at a glance. */
    private static final int HEADINGS_LISTED_MIN = 4;

    private static final int DEEPEST_LISTED = 3;

    private final Page page;
    private final Navigation navigation;

    PageWriter(Page page, Navigation navigation) {
        this.page = page;
        this.navigation = navigation;
    }

    /** The whole page; changes the document, whose headings get links to themselves. */
    String html() {
        IdentityHashMap<Node, String> anchors = new IdentityHashMap<>();
        for (Page.Section heading : page.headings()) {
            anchors.put(heading.node(), heading.anchor());
            Link link = new Link("#" + heading.anchor(), null);
            link.appendChild(new Text("#"));
            heading.node().appendChild(link);
        }
        HtmlRenderer renderer =
                HtmlRenderer.builder()
                        .extensions(List.of(TablesExtension.create()))
                        .escapeHtml(true)
                        .attributeProviderFactory(context ->
                                (node, tag, attributes) -> {
                                    String anchor = anchors.get(node);
                                    if (anchor != null) {
                                        attributes.put("id", anchor);
                                    } else if (node instanceof Link link
                                            && link.getParent() instanceof Heading
                                            && link.getNext() == null) {
                                        attributes.put("class", "anchor");
                                        attributes.put("aria-label", "Link to here");
                                    }
                                })
                        .build();
        return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>%1$s - PaxosStore</title>
        <link rel="stylesheet" href="%2$s" />
        </head>
        <body>
        <header><a href="%3$s">PaxosStore</a><a class="to-pages" href="#pages">All pages</a></header>
        <div class="columns">
        <main>
        %4$s%5$s</main>
        <nav id="pages" aria-label="All pages">
        %6$s</nav>
        </div>
        </body>
        </html>
        """
                .formatted(
                        escape(page.title()),
                        Site.relative(page.file(), Site.STYLE),
                        Site.relative(page.file(), "index.html"),
                        contents(),
                        renderer.render(page.document()),
                        pages());
    }

    /** The headings of a long page, folded. */
    private String contents() {
        List<Page.Section> listed =
                page.headings().stream()
                        .skip(1)
                        .filter(heading -> heading.node().getLevel() <= DEEPEST_LISTED)
                        .toList();
        if (listed.size() < HEADINGS_LISTED_MIN || page.file().equals("index.html")) {
            return "";
        }
        StringBuilder html =
                new StringBuilder(
                        "<details class=\"contents\"><summary>On this page</summary>\n<ul>\n");
        for (Page.Section heading : listed) {
            html.append(
                    "<li class=\"level-%d\"><a href=\"#%s\">%s</a></li>\n"
                            .formatted(
                                    heading.node().getLevel(),
                                    heading.anchor(),
                                    escape(heading.text())));
        }
        return html.append("</ul></details>\n").toString();
    }

    /** All pages; only the group of this page is unfolded. */
    private String pages() {
        StringBuilder html = new StringBuilder();
        boolean none = navigation.groups().stream().noneMatch(group -> group.has(page));
        for (Navigation.Group group : navigation.groups()) {
            String open = none || group.has(page) ? " open=\"open\"" : "";
            html.append(
                    "<details%s><summary>%s</summary>\n<ul>\n"
                            .formatted(open, escape(group.title())));
            for (Navigation.Entry entry : group.entries()) {
                String current = entry.page().equals(page) ? " aria-current=\"page\"" : "";
                html.append(
                        "<li><a href=\"%s\"%s>%s</a></li>\n"
                                .formatted(
                                        Site.relative(page.file(), entry.page().file()),
                                        current,
                                        escape(entry.title())));
            }
            html.append("</ul></details>\n");
        }
        return html.toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
