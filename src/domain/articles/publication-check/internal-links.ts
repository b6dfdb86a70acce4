import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodePlainPath } from '#platform/plain-path.ts';
import type { BodyLink } from './body-structure.ts';
import { type Finding, warning } from './finding.ts';

/** Addresses of this site that one check looks up. */
export const MAX_LINKS = 200;
/** Links that are parsed without a pause. */
const LINKS_IN_A_TURN = 1000;

/** How the site answers an address: with a page, with another address, or with an error. */
export type LinkTarget =
  | { readonly kind: 'public' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'missing' };

/** A link to this site. */
export interface InternalLink extends BodyLink {
  /** In its shortest encoding, without a slash at the end; null for a path that the site rejects. */
  readonly path: string | null;
}

export interface InternalLinks {
  readonly links: readonly InternalLink[];
  /** Links beyond `MAX_LINKS` different addresses. */
  readonly unchecked: number;
}

/**
 * The links that lead to this site, by http or https. A text may have tens of thousands of links: other requests are answered
 * between some of them.
 *
 * @param siteUrl absolute address of the site without a trailing slash
 */
export async function findInternalLinks(links: readonly BodyLink[], siteUrl: string): Promise<InternalLinks> {
  const { host } = new URL(siteUrl);
  const internal: InternalLink[] = [];
  for (const [index, link] of links.entries()) {
    if (index % LINKS_IN_A_TURN === LINKS_IN_A_TURN - 1) await nextTurn();
    const url = URL.parse(link.href, siteUrl);
    if (url === null || url.host !== host || !/^https?:$/.test(url.protocol)) continue;
    const path = encodePlainPath(url.pathname);
    internal.push({ ...link, path: path === null || path === '/' ? path : path.replace(/\/$/, '') });
  }
  const checked = new Set([...new Set(internal.map(({ path }) => path))].slice(0, MAX_LINKS));
  const kept = internal.filter(({ path }) => checked.has(path));
  return { links: kept, unchecked: internal.length - kept.length };
}

/** @param targets by path */
export function checkLinks(
  { links, unchecked }: InternalLinks,
  targets: ReadonlyMap<string, LinkTarget>,
): Finding[] {
  const findings = links.flatMap(({ path, href, block }): Finding[] => {
    const target = path === null ? undefined : targets.get(path);
    const at = { field: 'content', block, excerpt: href } as const;
    if (target === undefined || target.kind === 'missing')
      return [warning('link_broken', 'Correct or remove this link: readers find no page there.', at)];
    if (target.kind === 'moved')
      return [
        warning('link_redirected', `Replace the address of this link with ${target.to}, where it leads.`, at),
      ];
    return [];
  });
  if (unchecked === 0) return findings;
  const message = `Check the other links to this site yourself: only ${MAX_LINKS} addresses are looked up.`;
  return [...findings, warning('links_unchecked', message, { field: 'content' })];
}
