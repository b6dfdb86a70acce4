/** The sections of a new installation that are listings of articles, in the order of the menu. */
export const ARTICLES_SECTIONS = ['Global Politics', 'African Affairs', 'Economy & Society'] as const;

/** The sections below Content, in the order of the menu. */
export const CONTENT_SECTIONS = [
  'Sports',
  'Culture',
  'Technology',
  'Media & Power',
  'Opinions',
  'Investigations',
] as const;
