import type { ArticleSummary } from '#domain/articles/article.ts';
import { listShownPicks } from '#domain/articles/home-picks/listing.server.ts';
import { listLatest } from '#domain/articles/latest.server.ts';
import { cardTags, pageTags } from '#domain/articles/cache-tags.ts';
import type { Sections } from '#domain/categories/section.ts';
import { SECTIONS_TAG } from '#domain/categories/cache-tags.ts';
import { ownPageTags } from '#domain/pages/page.ts';
import type { HomeTexts } from '#domain/site/site.ts';
import { Island } from '#islands/island.tsx';
import type { Publication } from '../publication.ts';
import { renderPage, type ReaderPage } from '../reader-page.tsx';
import { CardStack } from './card-stack.tsx';
import { coverageCards, coverageText, stacksOf } from './coverage.ts';
import { Hero } from './hero.tsx';
import { Latest } from './latest.tsx';
import { publicationData } from './publication-data.ts';
import { Splash } from './splash.tsx';

export const homePage: ReaderPage = async (publication) => {
  const { site } = publication;
  const { articles, tags } = await findLatest(publication);
  return renderPage(publication, {
    title: null,
    description: site.description,
    path: '/',
    kind: 'home',
    viewedPage: 'home',
    styleSheet: articles.length === 0 ? 'home' : 'homeWithLatest',
    tags: [SECTIONS_TAG, ownPageTags.list, pageTags.site, ...tags],
    data: publicationData(site, publication.ownPages),
    content: (
      <>
        <Splash site={site} />
        {/* One child, so that the ids of the islands below do not depend on the section. */}
        <>
          <Hero home={site.home} />
          {articles.length > 0 && <Latest title={site.home.latest.title} articles={articles} site={site} />}
        </>
        <Coverage texts={site.home.coverage} sections={site.sections} />
        <NewsletterCall texts={site.home.newsletter} />
      </>
    ),
  });
};

interface FoundLatest {
  readonly articles: readonly ArticleSummary[];
  /** The tags of everything that changes them. */
  readonly tags: readonly string[];
}

const NO_LATEST: FoundLatest = { articles: [], tags: [] };

/** The latest articles that the home page shows. Without them the page needs no query. */
async function findLatest({ db, site }: Publication): Promise<FoundLatest> {
  if (site.home.latest.mode === 'off') return NO_LATEST;
  if (site.home.latest.mode === 'picked') {
    const { articles, hidden } = await listShownPicks(db);
    // An article that is published invalidates its own tag.
    const tags = [pageTags.homePicks, ...articles.flatMap(cardTags), ...hidden.map(pageTags.article)];
    return { articles, tags };
  }
  const articles = await listLatest(db);
  return { articles, tags: [pageTags.list, ...articles.flatMap(cardTags)] };
}

interface CoverageProps {
  readonly texts: HomeTexts['coverage'];
  readonly sections: Sections;
}

function Coverage({ texts, sections }: CoverageProps) {
  const cards = coverageCards(sections);
  const text = coverageText(texts.text, cards);
  return (
    <section id="coverage" className="container py-20 md:py-28" aria-labelledby="coverage-title">
      <h2 id="coverage-title" className="text-4xl">
        {texts.title}
      </h2>
      {text !== '' && <p className="mt-3 max-w-[38rem] font-serif text-lg text-muted">{text}</p>}
      <div className="card-stacks">
        {stacksOf(cards).map((stack) => (
          <Island
            key={stack[0]?.path}
            name="card-stack"
            component={CardStack}
            props={{ cards: stack }}
            on="interaction"
          />
        ))}
      </div>
    </section>
  );
}

function NewsletterCall({ texts }: { readonly texts: HomeTexts['newsletter'] }) {
  return (
    <section className="border-t border-rule bg-sunken" aria-labelledby="newsletter-title">
      <div className="container flex flex-col items-center py-20 text-center md:py-24">
        <h2 id="newsletter-title" className="text-4xl">
          {texts.title}
        </h2>
        <p className="mt-4 max-w-[34rem] font-serif text-lg">{texts.text}</p>
        <a className="button mt-8" href="/newsletter">
          {texts.button}
        </a>
        {texts.note !== '' && <p className="mt-4 text-sm text-muted">{texts.note}</p>}
      </div>
    </section>
  );
}
