import type { ArticleField } from '../article-fields.ts';

/** Findings for which publishing is refused: the rules of required fields, limits, slugs and text alternatives. */
const ERROR_CODES = [
  'title_missing',
  'slug_missing',
  'excerpt_missing',
  'content_missing',
  'picture_undescribed',
  'content_picture_undescribed',
  'slug_in_use',
  'field_invalid',
] as const;

/** Findings that are only advice. */
const WARNING_CODES = [
  'headline_long',
  'headline_short',
  'headline_all_caps',
  'excerpt_long',
  'excerpt_short',
  'excerpt_repeats_headline',
  'excerpt_all_caps',
  'text_all_caps',
  'double_spaces',
  'picture_missing',
  'picture_narrow',
  'picture_size_unknown',
  'alt_text_is_file_name',
  'link_broken',
  'link_redirected',
  'links_unchecked',
  'heading_level_skipped',
  'heading_empty',
  'notes_unresolved',
] as const;

export const FINDING_CODES = [...ERROR_CODES, ...WARNING_CODES] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

export const SEVERITIES = ['error', 'warning'] as const;
/** `error`: publishing is refused. `warning`: advice. */
export type Severity = (typeof SEVERITIES)[number];

/** What an editor should look at before an article is published. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** A sentence that says what to do. */
  readonly message: string;
  /** Where it is; null for what is not in the article, such as notes. */
  readonly field: ArticleField | null;
  /** The number of the outermost block of `content` that has it, from 0; null if it concerns no single block. */
  readonly block: number | null;
  /** The beginning of the text, or the address, that is meant; empty without one. */
  readonly excerpt: string;
}

type Place = Partial<Pick<Finding, 'field' | 'block' | 'excerpt'>>;

const NOWHERE = { field: null, block: null, excerpt: '' } as const;

export const errorFinding = (
  code: (typeof ERROR_CODES)[number],
  message: string,
  place: Place = {},
): Finding => ({ ...NOWHERE, code, severity: 'error', message, ...place });

export const warning = (
  code: (typeof WARNING_CODES)[number],
  message: string,
  place: Place = {},
): Finding => ({ ...NOWHERE, code, severity: 'warning', message, ...place });

/** Findings with the same code that a check returns. More would only hide the others. */
const MAX_PER_CODE = 20;

export interface FindingList {
  /** Errors first. */
  readonly findings: readonly Finding[];
  /** Findings that are not in the list, because there are too many with the same code. */
  readonly omitted: number;
}

/** Limits the findings to `MAX_PER_CODE` of each code, errors first, otherwise in their order. */
export function limitFindings(all: readonly Finding[]): FindingList {
  const counts = new Map<FindingCode, number>();
  const kept = all.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= MAX_PER_CODE;
  });
  const bySeverity = (severity: Severity) => kept.filter((finding) => finding.severity === severity);
  return { findings: SEVERITIES.flatMap(bySeverity), omitted: all.length - kept.length };
}
