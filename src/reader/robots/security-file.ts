import { pageTags } from '#domain/articles/cache-tags.ts';
import { INTERFACE_LANGUAGE } from '#platform/language.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { plainText } from './plain-text.ts';

export const SECURITY_FILE_PATH = '/.well-known/security.txt';

/** RFC 9116 recommends less than a year. */
const MONTHS_VALID = 6;

/**
 * Where security researchers report vulnerabilities (RFC 9116): the public address. It expires six months after the current
 * month, so that it is always valid and changes once a month.
 */
// oxlint-disable-next-line require-await
export const securityFile: ReaderPage = async ({ site }, { minute }) => {
  const expires = new Date(Date.UTC(minute.getUTCFullYear(), minute.getUTCMonth() + 1 + MONTHS_VALID, 1));
  const fields = [
    `Contact: ${mailtoUri(site.owner.email)}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    `Preferred-Languages: ${INTERFACE_LANGUAGE}`,
    `Canonical: ${site.url}${SECURITY_FILE_PATH}`,
  ];
  return plainText(`${fields.join('\n')}\n`, [pageTags.site]);
};

/** RFC 6068, section 2. */
const mailtoUri = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
