import type { Section } from '#domain/categories/section.ts';
import type { PageRequest, Publication } from '../publication.ts';

/** The section whose path ends in the parameter `:section` now, or did before. */
export function findRequestedSection(
  { site }: Publication,
  { params }: Pick<PageRequest, 'params'>,
): Section | null {
  return site.sections.findByPathSegment(params['section'] ?? '');
}

/** Whether there is, or was, a section at the requested path. */
export const isSectionPath = (publication: Publication, request: Pick<PageRequest, 'params'>): boolean =>
  findRequestedSection(publication, request) !== null;
