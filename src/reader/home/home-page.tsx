import { pageTags } from '#domain/articles/tags.ts';
import type { Sections } from '#domain/categories/section.ts';
import { SECTIONS_TAG } from '#domain/categories/tags.ts';
import { ownPageTags } from '#domain/pages/page.ts';
import type { HomeTexts } from '#domain/site/site.ts';
import { Island } from '#islands/island.tsx';
import { renderPage, type ReaderPage } from '../reader-page.tsx';
import { CardStack } from './card-stack.tsx';
import { coverageCards, stacksOf } from './coverage.ts';
import { Hero } from './hero.tsx';
import { publicationData } from './publication-data.ts';
import { Splash } from './splash.tsx';

// oxlint-disable-next-line require-await
export const homePage: ReaderPage = async (publication) => {
  const { site } = publication;
  return renderPage(publication, {
    title: null,
    description: site.description,
    path: '/',
    kind: 'home',
    viewedPage: 'home',
    styleSheet: 'home',
    tags: [SECTIONS_TAG, ownPageTags.list, pageTags.site],
    data: publicationData(site, publication.ownPages),
    content: (
      <>
        <Splash site={site} />
        <Hero home={site.home} />
        <Coverage texts={site.home.coverage} sections={site.sections} />
        <NewsletterCall texts={site.home.newsletter} />
      </>
    ),
  });
};

interface CoverageProps {
  readonly texts: HomeTexts['coverage'];
  readonly sections: Sections;
}

function Coverage({ texts, sections }: CoverageProps) {
  return (
    <section id="coverage" className="container py-20 md:py-28" aria-labelledby="coverage-title">
      <h2 id="coverage-title" className="text-4xl">
        {texts.title}
      </h2>
      {texts.text !== '' && <p className="mt-3 max-w-[38rem] font-serif text-lg text-muted">{texts.text}</p>}
      <div className="card-stacks">
        {stacksOf(coverageCards(sections)).map((stack) => (
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
