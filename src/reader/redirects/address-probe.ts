import type { SiteAnswer } from '#domain/redirects/redirect.ts';
import type { SiteAddresses } from '#domain/redirects/site-addresses.ts';

/** Set by the pages of readers. */
export interface Probe {
  /** The status of an address at which they have no page. */
  unanswered: 404 | 410 | null;
  /** As `SiteAnswer` says. */
  parameters: readonly string[] | null;
}

/** The environment of a request that asks how the site answers an address. Such a request is not redirected or counted. */
export interface ProbeEnv {
  readonly Bindings: { readonly probe?: Probe };
}

/** Undefined for every other request; one that does not come from a socket has no environment at all. */
export const findProbe = (env: ProbeEnv['Bindings'] | undefined): Probe | undefined => env?.probe;

interface ProbeOptions {
  readonly fetch: (request: Request, env: ProbeEnv['Bindings']) => Response | Promise<Response>;
  /** Patterns of all routes, and paths of all files. */
  readonly paths: () => readonly string[];
}

/** The host does not matter: routes match the path. */
const ORIGIN = 'http://localhost';

/** Asks the site itself, so that no list of addresses has to repeat what the routes and the database know. */
export function addressProbe({ fetch, paths }: ProbeOptions): SiteAddresses {
  async function findAnswer(path: string): Promise<SiteAnswer> {
    const probe: Probe = { unanswered: null, parameters: null };
    const response = await fetch(new Request(`${ORIGIN}${path}`), { probe });
    await response.body?.cancel();
    const isMoved = response.status === 301 || response.status === 308;
    return { ...probe, movedTo: isMoved ? response.headers.get('location') : null };
  }

  return {
    findAnswer,
    findUnanswered: async (path) => (await findAnswer(path)).unanswered,
    hasBelow: (path) => paths().some((used) => used.startsWith(`${path}/`)),
  };
}
