import { pageTags } from '#domain/articles/cache-tags.ts';
import { ReturnHome } from '../components/return-home.tsx';
import type { Publication } from '../publication.ts';
import { type HtmlPage, type PageContent, renderPage } from '../reader-page.tsx';

interface ErrorPage extends Pick<PageContent, 'title' | 'description' | 'kind'> {
  readonly status: 404 | 410;
  readonly heading: string;
  readonly text: string;
  /** By default that of the site. */
  readonly tags?: PageContent['tags'];
}

/** The page of a 404 or 410. */
export function errorPage(publication: Publication, { heading, text, ...page }: ErrorPage): HtmlPage {
  return renderPage(publication, {
    tags: [pageTags.site],
    ...page,
    path: null,
    content: (
      <div className="container grid min-h-[70svh] content-center justify-items-center py-20 text-center">
        <p className="font-serif text-[clamp(5rem,18vw,11rem)]/none font-semibold text-accent">
          {page.status}
        </p>
        <h1 className="mt-4 text-3xl">{heading}</h1>
        <p className="mt-3 max-w-[30rem] text-muted">{text}</p>
        <ReturnHome />
      </div>
    ),
  });
}
