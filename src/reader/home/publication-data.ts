import type { OutlineKind } from '#domain/pages/outline-kinds.ts';
import { ownPagePath, type PageDirectory } from '#domain/pages/page.ts';
import type { Site } from '#domain/site/site.ts';
import { publisherLogo } from '../publisher-logo.ts';

/** The properties of https://schema.org/NewsMediaOrganization that name a page of the publication. */
const POLICIES: Readonly<Partial<Record<OutlineKind, string>>> = {
  ethics: 'ethicsPolicy',
  corrections: 'correctionsPolicy',
  ownership: 'ownershipFundingInfo',
  masthead: 'masthead',
};

/** The publication, with the policies whose pages are published. */
export function publicationData(site: Site, { pages }: PageDirectory): Record<string, unknown> {
  const policies = pages.flatMap(({ kind, slug }) => {
    const property = kind === null ? undefined : POLICIES[kind];
    return property === undefined ? [] : [[property, site.url + ownPagePath(slug)]];
  });
  const profiles = site.owner.social.map(({ url }) => url);
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsMediaOrganization',
    name: site.name,
    url: `${site.url}/`,
    description: site.description,
    logo: publisherLogo(site),
    ...(profiles.length === 0 ? {} : { sameAs: profiles }),
    ...Object.fromEntries(policies),
  };
}
