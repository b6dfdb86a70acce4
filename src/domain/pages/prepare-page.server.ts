import type { Actor } from '#domain/accounts/actor.ts';
import { checkContentSize } from '#domain/articles/content.server.ts';
import type { ContentNotice } from '#domain/articles/foreign-html/notices.ts';
import { sanitiseInput } from '#domain/articles/html-processing.server.ts';
import { hasUndescribedPicture, UNDESCRIBED_IN_BODY } from '#domain/articles/picture-descriptions.ts';
import { slugify } from '#domain/articles/slug.ts';
import { SLUG_MESSAGE } from '#domain/articles/text-fields.ts';
import { hasVisibleContent } from '#domain/articles/visible-content.ts';
import { storeEmbeddedPictures } from '#domain/images/embedded-pictures.server.ts';
import type { PictureDeps } from '#domain/images/uploading.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { hasVisibleText } from '#platform/visible-text.ts';
import type { PageInput } from './page-input.ts';
import type { OwnPageRow } from './tables.server.ts';

export type PageFields = Pick<
  OwnPageRow,
  'slug' | 'title' | 'excerpt' | 'content' | 'lang' | 'inFooter' | 'isDraft'
>;

export interface PreparedPage {
  readonly fields: PageFields;
  /** What the content has lost. */
  readonly notices: readonly ContentNotice[];
}

/**
 * Prepares the fields of a request for storage, with the same rules for the text as for articles. Call it before the
 * transaction, because storing pictures is slow.
 *
 * Throws `unprocessable` with the invalid fields. A draft needs only a title; a published page also an excerpt, a text,
 * and a description of every picture.
 */
export async function preparePage(deps: PictureDeps, actor: Actor, input: PageInput): Promise<PreparedPage> {
  const { in_footer: inFooter, is_draft: isDraft, title, excerpt, lang } = input;
  const slug = input.slug || slugify(title);
  const { html: sanitised, notices } = await sanitiseInput(input.content);
  const errors = {
    ...(slug === '' && { slug: SLUG_MESSAGE }),
    ...(!isDraft && errorsOfPublication({ excerpt, content: sanitised })),
  };
  if (Object.keys(errors).length > 0) throw new DomainError('unprocessable', '', { fields: errors });
  const content = await storeEmbeddedPictures(sanitised, actor, deps);
  checkContentSize(content);
  return { fields: { slug, title, excerpt, content, lang, inFooter, isDraft }, notices };
}

function errorsOfPublication({ excerpt, content }: Pick<PageFields, 'excerpt' | 'content'>) {
  return {
    ...(!hasVisibleText(excerpt) && { excerpt: 'Please enter an excerpt' }),
    ...(hasUndescribedPicture(content) && { content: UNDESCRIBED_IN_BODY }),
    ...(!hasVisibleContent(content) && { content: 'Please write something' }),
  };
}
