package shop;

import static io.paxosstore.client.table.Col.column;

import io.paxosstore.client.EntityTable;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.SpaceKind;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** All articles: a table of one entity. */
public final class Catalogue {
    private static final String SPACE = "shop";

    private final EntityTable<Article> articles;

    private Catalogue(EntityTable<Article> articles) {
        this.articles = articles;
    }

    /** Opens the catalogue; the first one to do so makes it. */
    public static Catalogue open(PaxosStore store) {
        store.createSpaceIfAbsent(SPACE, SpaceKind.ENTITY);
        EntityTable<Article> articles =
                store.entity(SPACE, "catalogue").table("articles", Article.class);
        articles.createIfAbsent();
        return new Catalogue(articles);
    }

    /** Offers articles, also in place of others of their names. */
    public void offer(Collection<Article> offered) {
        articles.upsertAll(offered);
    }

    /** The article of a name. */
    public Optional<Article> find(String name) {
        return articles.get(name);
    }

    /** All articles of a kind, the cheapest first. */
    public List<Article> ofKind(String kind) {
        return articles.query().where(column("kind").eq(kind)).orderBy("cents").list();
    }
}
