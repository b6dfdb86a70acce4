import { ARTICLE_FIELDS, fieldRules } from '#domain/articles/article-fields.ts';
import { readSections } from '../../sections/use-sections.ts';
import { type Draft, type DraftField, parseTags } from '../draft/draft.ts';

/** Prefixes of blocks other than plain paragraphs, by tag name. */
const BLOCK_PREFIXES: Readonly<Record<string, string>> = {
  H1: 'Heading 1: ',
  H2: 'Heading 2: ',
  H3: 'Heading 3: ',
  H4: 'Heading 4: ',
  LI: '• ',
  BLOCKQUOTE: '“ ',
  PRE: 'Code: ',
  FIGCAPTION: 'Caption: ',
};

/** The texts of the fields that are not plain text. */
const FIELD_TEXTS: Partial<Record<DraftField, (draft: Draft) => string>> = {
  categorySlug: ({ categorySlug }) => readSections().get(categorySlug).shortName,
  authorName: ({ authorName, bylines }) => (bylines.length === 0 ? authorName : bylinesText(bylines)),
  tags: ({ tags }) => parseTags(tags).join(', '),
  featured: ({ featured }) => (featured ? 'yes' : 'no'),
  image: ({ image, imageAlt }) => (image === '' ? '' : pictureText(image, imageAlt)),
};

/** Every labelled field that is not in `FIELD_TEXTS` is a text. */
const plainText = (value: Draft[DraftField]) => (typeof value === 'string' ? value : '');

/** The names in order, with a mark at those that link to a profile. */
const bylinesText = (bylines: Draft['bylines']) =>
  bylines.map(({ author, name }) => (author === null ? name : `${name} (profile)`)).join(', ');

/** Converts an article to lines for a diff: one line per labelled field, then one per block of its content. */
export function linesOf(draft: Draft): string[] {
  const details = ARTICLE_FIELDS.filter((field) => field !== 'isDraft').flatMap((field) => {
    const { label } = fieldRules(field);
    return label === undefined ? [] : [`${label}: ${FIELD_TEXTS[field]?.(draft) ?? plainText(draft[field])}`];
  });
  const { body } = new DOMParser().parseFromString(draft.content, 'text/html');
  return [...details, ...[...body.children].flatMap(blockLines)];
}

function blockLines(element: Element): string[] {
  if (element.localName === 'hr') return ['— divider —'];
  if (element.localName === 'img') return [pictureLine(element)];
  const inner = [...element.children].filter((child) => isBlock(child));
  if (inner.length === 0) return textLines(element, '');
  const name = BLOCK_PREFIXES[element.tagName] ?? '';
  return inner.flatMap(blockLines).map((line, index) => (index === 0 ? name + line : line));
}

function textLines(element: Element, prefix: string): string[] {
  const pictures = [...element.querySelectorAll('img')].map((picture) => pictureLine(picture));
  const text = element.textContent.trim();
  const name = BLOCK_PREFIXES[element.tagName] ?? '';
  // Only code blocks contain line breaks; each line becomes a line of the diff.
  const lines = text === '' ? [] : text.split('\n').map((line) => prefix + name + line);
  return [...lines, ...pictures];
}

function pictureLine(picture: Element): string {
  return `Picture: ${pictureText(picture.getAttribute('src') ?? '', picture.getAttribute('alt'))}`;
}

function pictureText(url: string, alt: string | null): string {
  return `${url} (${alt === null ? 'not described' : alt || 'decorative'})`;
}

function isBlock(element: Element): boolean {
  return /^(?:p|h[1-4]|ul|ol|li|blockquote|pre|figure|figcaption|img|hr)$/.test(element.localName);
}
