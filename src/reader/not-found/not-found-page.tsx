import { pageTags } from '#domain/articles/tags.ts';
import { type HtmlPage, page } from '../answer.tsx';
import type { Publication } from '../publication.ts';
import { Absence } from './absence.tsx';

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
      <Absence
        status={404}
        heading="Oops! Page not found"
        text="The page may have moved or never existed. The articles are all still where they were."
      />
    ),
  });
}
