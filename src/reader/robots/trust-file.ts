import { pageTags } from '#domain/articles/cache-tags.ts';
import { isTrainingRefused } from '#domain/site/ai-crawlers.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { permanentRedirect } from '../redirect.ts';
import { plainText } from './plain-text.ts';

export const TRUST_FILE_PATH = '/trust.txt';

/**
 * The associations and social profiles of the publication, and its contact page (JournalList, Reference Document for
 * trust.txt). `datatrainingallowed=yes` would grant a licence, so only a refusal is stated.
 */
// oxlint-disable-next-line require-await
export const trustFile: ReaderPage = async ({ site }) => {
  const { associations, aiPolicy } = site.discovery;
  const lines = [
    ...associations.map((url) => `belongto=${new URL(url).href}`),
    ...site.owner.social.map(({ url }) => `social=${new URL(url).href}`),
    `contact=${site.url}/contact`,
    ...(isTrainingRefused(aiPolicy) ? ['datatrainingallowed=no'] : []),
  ];
  return plainText(`${lines.join('\n')}\n`, [pageTags.site]);
};

/** The other path at which the specification lets programs look for it. */
// oxlint-disable-next-line require-await
export const trustFileRedirect: ReaderPage = async () => permanentRedirect(TRUST_FILE_PATH);
