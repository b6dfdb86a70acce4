import { pageTags } from '#domain/articles/tags.ts';
import { type HtmlPage, page } from '../answer.tsx';
import type { Publication } from '../publication.ts';
import { Absence } from './absence.tsx';

/** The same for every deleted article, so that one copy answers them all and says nothing of what stood there. */
export function gonePage(publication: Publication): HtmlPage {
  return page(publication, {
    status: 410,
    title: 'Article removed',
    description: 'The article at this address was removed.',
    path: null,
    tags: [pageTags.site],
    content: (
      <Absence
        status={410}
        heading="This article was removed"
        text="It was published here and has been taken down permanently. The other articles are all still where they were."
      />
    ),
  });
}
