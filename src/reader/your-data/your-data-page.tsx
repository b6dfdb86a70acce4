import type { ReactNode } from 'react';
import { pageTags } from '#domain/articles/tags.ts';
import { YOUR_DATA_PATH } from '#domain/readers/paths.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import { settingTag } from '#domain/site/settings.ts';
import { type HtmlPage, page, type ReaderPage } from '../answer.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import type { Publication } from '../publication.ts';
import { AskForm, type RefusedWish } from './ask-form.tsx';
import { KEPT_SETTINGS, WhatIsKept } from './what-is-kept.tsx';

const DESCRIPTION =
  'What we keep about an email address, to be looked at, taken along or deleted by whoever reads its mail.';

export const yourDataPage: ReaderPage = (publication) => drawPage(publication, { path: YOUR_DATA_PATH });

/** Where a browser is sent after its wish was taken: the same for every address. */
export const askedPage: ReaderPage = (publication) =>
  drawPage(publication, { path: null, notice: <Asked /> });

/** The page again, with what was entered and why it was not taken. For one reader, so it is not to be kept. */
export async function refusedWishPage(publication: Publication, refused: RefusedWish): Promise<string> {
  return (await drawPage(publication, { path: null, refused })).body;
}

interface Drawn {
  readonly path: typeof YOUR_DATA_PATH | null;
  readonly notice?: ReactNode;
  readonly refused?: RefusedWish;
}

async function drawPage(publication: Publication, { path, notice, refused }: Drawn): Promise<HtmlPage> {
  const settings = await readSettings(publication.db);
  return page(publication, {
    title: 'Your data',
    description: DESCRIPTION,
    path,
    tags: [pageTags.site, ...KEPT_SETTINGS.map(settingTag)],
    content: (
      <div className="container pb-24">
        <PageHeading title="Your data" description={DESCRIPTION} />
        <div className="grid gap-12 pt-12 lg:grid-cols-2 lg:gap-20">
          <section aria-labelledby="ask-title">
            <h2 id="ask-title" className="text-2xl">
              Ask for a link
            </h2>
            {notice}
            <p className="mt-4">
              We mail it to the address itself, so that nobody else gets to see what is there. It holds for 24
              hours.
            </p>
            <AskForm refused={refused} />
          </section>
          <section aria-labelledby="kept-title">
            <h2 id="kept-title" className="text-2xl">
              What is kept, and how long
            </h2>
            <WhatIsKept settings={settings} />
          </section>
        </div>
      </div>
    ),
  });
}

function Asked() {
  return (
    <p className="form-done mt-6" role="status">
      <strong>Look into your mailbox</strong>
      If we keep anything about this address, a mail with a link is on its way; one an hour at most. If none
      comes, we keep nothing about it.
    </p>
  );
}
