import { useSyncExternalStore } from 'react';
import { createSections, type Section, type Sections } from '#domain/categories/section.ts';
import { memoizeLast } from '#platform/memoize-last.ts';
import { readPublication, subscribeToPublication } from '../publication.ts';

// The server has serialised this array itself.
const parse = memoizeLast((json: string) =>
  createSections(json === '' ? [] : (JSON.parse(json) as readonly Section[])),
);

/** The sections of the site, hidden ones included, also after they were changed here. */
export const readSections = (): Sections => parse(readPublication().sections);

export const useSections = (): Sections => useSyncExternalStore(subscribeToPublication, readSections);
