import type { ArticleFields } from '../article-fields.ts';
import type { BodyStructure } from './body-structure.ts';
import { type Finding, warning } from './finding.ts';

/** Characters. Search engines and social networks cut off a longer headline. */
const HEADLINE_MAX_LENGTH = 70;
const HEADLINE_MIN_LENGTH = 15;
/** Characters. Search engines cut off a longer description. */
export const EXCERPT_MAX_LENGTH = 160;
const EXCERPT_MIN_LENGTH = 50;

/** Letters with a case. Shorter texts may be abbreviations. */
const CAPS_MIN_HEADLINE = 10;
const CAPS_MIN_TEXT = 20;

/** Characters of a text that a finding names. */
const EXCERPT_OF_FINDING = 80;

const beginningOf = (text: string): string => {
  // A character has one or two UTF-16 code units, and a text up to two million of them.
  const start = text.trim().slice(0, 2 * EXCERPT_OF_FINDING + 1);
  const characters = [...start];
  return characters.length <= EXCERPT_OF_FINDING
    ? characters.join('')
    : `${characters.slice(0, EXCERPT_OF_FINDING).join('')}…`;
};

type Texts = Pick<ArticleFields, 'title' | 'excerpt'>;

/** Length and spelling of headline and excerpt. Empty ones are errors of required fields, and not repeated here. */
export function checkHeadlineAndExcerpt({ title, excerpt }: Texts): Finding[] {
  return [...checkHeadline(title), ...checkExcerpt(excerpt, title)];
}

function checkHeadline(title: string): Finding[] {
  if (title === '') return [];
  const length = [...title].length;
  const at = { field: 'title', excerpt: beginningOf(title) } as const;
  return [
    ...(length > HEADLINE_MAX_LENGTH
      ? [
          warning(
            'headline_long',
            `Shorten the headline: it has ${length} characters, and search results show about ${HEADLINE_MAX_LENGTH}.`,
            at,
          ),
        ]
      : []),
    ...(length < HEADLINE_MIN_LENGTH
      ? [
          warning(
            'headline_short',
            'Say more in the headline: in a list or a search result it must be understood alone.',
            at,
          ),
        ]
      : []),
    ...(isAllCaps(title, CAPS_MIN_HEADLINE)
      ? [warning('headline_all_caps', 'Write the headline in sentence case, not in capital letters.', at)]
      : []),
    ...(hasDoubleSpaces(title)
      ? [warning('double_spaces', 'Remove repeated spaces from the headline.', at)]
      : []),
  ];
}

function checkExcerpt(excerpt: string, title: string): Finding[] {
  if (excerpt === '') return [];
  const length = [...excerpt].length;
  const at = { field: 'excerpt', excerpt: beginningOf(excerpt) } as const;
  return [
    ...(length > EXCERPT_MAX_LENGTH
      ? [
          warning(
            'excerpt_long',
            `Shorten the excerpt: it has ${length} characters, and search results show about ${EXCERPT_MAX_LENGTH}.`,
            at,
          ),
        ]
      : []),
    ...(length < EXCERPT_MIN_LENGTH
      ? [
          warning(
            'excerpt_short',
            `Say more in the excerpt: at least ${EXCERPT_MIN_LENGTH} characters tell readers what to expect.`,
            at,
          ),
        ]
      : []),
    ...(isSameText(excerpt, title)
      ? [warning('excerpt_repeats_headline', 'Write an excerpt that adds something to the headline.', at)]
      : []),
    ...(isAllCaps(excerpt, CAPS_MIN_TEXT)
      ? [warning('excerpt_all_caps', 'Write the excerpt in sentence case, not in capital letters.', at)]
      : []),
    ...(hasDoubleSpaces(excerpt)
      ? [warning('double_spaces', 'Remove repeated spaces from the excerpt.', at)]
      : []),
  ];
}

/** Capital letters and repeated spaces in the text, one finding for each block. */
export function checkBlocks({ blocks }: BodyStructure): Finding[] {
  return blocks.flatMap(({ text }, block) => {
    const lines = text.split('\n');
    const capitals = lines.find((line) => isAllCaps(line, CAPS_MIN_TEXT));
    const spaced = lines.find(hasDoubleSpaces);
    const at = (line: string) => ({ field: 'content', block, excerpt: beginningOf(line) }) as const;
    return [
      ...(capitals === undefined
        ? []
        : [warning('text_all_caps', 'Write this in sentence case, not in capital letters.', at(capitals))]),
      ...(spaced === undefined
        ? []
        : [warning('double_spaces', 'Remove repeated spaces from this text.', at(spaced))]),
    ];
  });
}

/** Levels that are left out, and headings without a text. Readers get consecutive levels in any case. */
export function checkHeadings({ headings }: BodyStructure): Finding[] {
  let before: number | null = null;
  const findings: Finding[] = [];
  for (const { level, text, block } of headings) {
    const at = { field: 'content', block, excerpt: beginningOf(text) } as const;
    if (text.trim() === '') findings.push(warning('heading_empty', 'Write this heading, or remove it.', at));
    if (before !== null && level > before + 1)
      findings.push(
        warning(
          'heading_level_skipped',
          `Make this a “Header ${before + 1}”: a “Header ${level}” follows a “Header ${before}”.`,
          at,
        ),
      );
    before = level;
  }
  return findings;
}

/** Whether a text has at least `minLetters` letters with a case, and all of them are capitals. */
function isAllCaps(text: string, minLetters: number): boolean {
  if (text !== text.toUpperCase()) return false;
  let letters = 0;
  for (const character of text) {
    if (character !== character.toLowerCase()) letters += 1;
    if (letters >= minLetters) return true;
  }
  return false;
}

/** Between two words. A no-break space beside another space is one too many as well. */
const hasDoubleSpaces = (text: string): boolean => /[ \u00a0]{2}/.test(text.trim());

const isSameText = (one: string, other: string): boolean =>
  normalized(one) !== '' && normalized(one) === normalized(other);

const normalized = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
