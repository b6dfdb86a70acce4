import { pageTags } from '#domain/articles/tags.ts';
import { type HtmlPage, page } from '../answer.tsx';
import type { Publication } from '../publication.ts';

/** The same for every unknown address, so that one copy answers them all. */
export function notFoundPage(publication: Publication): HtmlPage {
  return page(publication, {
    status: 404,
    title: 'Page not found',
    description: 'There is no page at this address.',
    path: null,
    kind: 'not-found',
    tags: [pageTags.site],
    content: (
      <div className="container grid min-h-[70svh] content-center justify-items-center py-20 text-center">
        <p className="font-serif text-[clamp(5rem,18vw,11rem)] font-semibold leading-none tracking-tighter text-accent">
          404
        </p>
        <h1 className="mt-4 text-3xl">Oops! Page not found</h1>
        <p className="mt-3 max-w-[30rem] text-muted">
          The page may have moved or never existed. The articles are all still where they were.
        </p>
        <p className="mt-8">
          <a className="button" href="/">
            Return to Home
          </a>
        </p>
      </div>
    ),
  });
}
