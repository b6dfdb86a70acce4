import type { Publication } from './publication.ts';

/** Whether a section or page of the publication had this path before the site had a route there. It keeps it. */
export function isTakenPath({ site, ownPages }: Publication, path: string): boolean {
  const segment = path.slice(1);
  const section = site.sections.findByPathSegment(segment);
  return (section !== null && !section.isCategory) || ownPages.find(segment) !== undefined;
}
