/** The outlines that a page can be created from. Stored with the page: add names, and never change one. */
export const OUTLINE_KINDS = [
  'ethics',
  'corrections',
  'ownership',
  'masthead',
  'privacy',
  'imprint',
] as const;
export type OutlineKind = (typeof OUTLINE_KINDS)[number];
