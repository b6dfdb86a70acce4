import { z } from 'zod';
import { cleanPlainText } from '#platform/plain-text.ts';
import { requiredTextLine, textLine } from '#platform/text-line.ts';
import { URL_MAX_LENGTH } from '../article-limits.ts';
import { AUTHOR_NAME_MAX_LENGTH } from '../bylines.ts';
import { slugField } from '../text-fields.ts';
import { AUTHOR_LINK_LIMIT, BIO_MAX_LENGTH, PICTURE_ALT_MAX_LENGTH } from './author.ts';

const STORED_PICTURE = /^\/media\/article-images\/[a-z0-9][a-z0-9-]*-\d{1,5}\.webp$/;

const HTTPS_MESSAGE = 'Please enter an address that begins with https://';

const httpsUrl = z
  .string()
  .trim()
  .max(URL_MAX_LENGTH, HTTPS_MESSAGE)
  .refine((url) => URL.canParse(url) && new URL(url).protocol === 'https:', HTTPS_MESSAGE)
  // The serialization of the URL standard contains no space, quote or angle bracket.
  .transform((url) => new URL(url).href);

/** What an editor can set of an author. The API and the form of the newsroom share it. */
export const authorInput = z.object({
  name: requiredTextLine(AUTHOR_NAME_MAX_LENGTH, 'Please enter a name').meta({
    description: 'At most 200 characters.',
  }),
  slug: slugField('name'),
  bio: z
    .string()
    .max(BIO_MAX_LENGTH, `Please use at most ${BIO_MAX_LENGTH} characters`)
    .default('')
    .transform(cleanPlainText)
    .meta({ description: 'Plain text, at most 1,000 characters; blank lines separate paragraphs.' }),
  picture: z
    .string()
    .max(URL_MAX_LENGTH)
    .refine((url) => url === '' || STORED_PICTURE.test(url), 'Please upload a picture')
    .default('')
    .meta({ description: 'The `url` of an uploaded image; empty for the initials.' }),
  picture_alt: textLine(PICTURE_ALT_MAX_LENGTH)
    .default('')
    .meta({ description: 'Alternative text of the picture; empty if it shows no more than the name says.' }),
  links: z
    .array(httpsUrl)
    .max(AUTHOR_LINK_LIMIT, `Please enter at most ${AUTHOR_LINK_LIMIT} links`)
    .default([])
    .transform((urls) => [...new Set(urls)])
    .meta({ description: 'https URLs, at most ten.' }),
});
export type AuthorInput = z.output<typeof authorInput>;

/** What the owner of the linked account can set. Name and slug are in bylines and addresses, so editors decide about them. */
export const ownProfileInput = authorInput.omit({ name: true, slug: true });
export type OwnProfileInput = z.output<typeof ownProfileInput>;

/** Links a profile to an account, or removes the link. */
export const authorAccountInput = z.strictObject({
  account: z.uuid().nullable().meta({ description: 'The id of an account with a role; null for none.' }),
});
