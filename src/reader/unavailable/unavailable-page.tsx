import { pageTags } from '#domain/articles/cache-tags.ts';
import { ReturnHome } from '../components/return-home.tsx';
import { renderPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';

/** The body of a 503: shown when a page cannot be rendered and no stored copy exists. Needs no database. */
export function unavailablePage(publication: Publication): string {
  return renderPage(publication, {
    title: 'Back in a moment',
    description: 'This page cannot be shown right now.',
    path: null,
    tags: [pageTags.site],
    content: (
      <div className="container grid min-h-[70svh] content-center justify-items-center py-20 text-center">
        <h1 className="text-4xl">Back in a moment</h1>
        <p className="mt-4 max-w-[32rem] font-serif text-lg text-muted">
          We cannot show this page right now. Nothing is lost: please reload it in a minute.
        </p>
        <ReturnHome />
      </div>
    ),
  }).body;
}
