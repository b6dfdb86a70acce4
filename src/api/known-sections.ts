import type { Sections, SectionSlug } from '#domain/categories/section.ts';
import { DomainError } from '#platform/domain-error.ts';

/** Requires that all sections in the query parameter `category` exist. Throws `invalid`. */
export function requireKnownSections({ find }: Sections, slugs: readonly SectionSlug[]): void {
  if (slugs.some((slug) => find(slug) === null))
    throw new DomainError('invalid', '', { fields: { category: 'There is no such section.' } });
}
