import type { Settings } from './settings.ts';

/** The author of articles that are saved without one: the setting, or the editorial team of the publication. */
export const defaultAuthorOf = ({
  publication_default_author: author,
  publication_name: name,
}: Pick<Settings, 'publication_default_author' | 'publication_name'>): string =>
  author || `${name} Editorial Team`;
