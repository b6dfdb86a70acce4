import { setImmediate } from 'node:timers/promises';
import { MAX_HOPS, type RedirectRule } from './redirect.ts';
import { splitSource } from './redirect-query.ts';
import type { RedirectRules } from './redirect-rules.ts';

/** Redirects that never arrive, or only after too many others. */
export interface EndlessRedirect<Rule extends RedirectRule = RedirectRule> {
  /** The addresses in their order. The last one of a loop is among the others. */
  readonly path: readonly string[];
  readonly rules: readonly Rule[];
  readonly isLoop: boolean;
}

/**
 * Follows the redirects from one address. Null if they arrive.
 *
 * Starting at the source of every rule finds every loop of the rules: take the addresses of a loop, or of a chain that
 * grows without end, and remove the end of the path that none of its steps changes. What remains is a loop of the same
 * rules, and one of its steps consumes its address entirely, so this address is the source of a rule.
 */
export function findEndlessFrom<Rule extends RedirectRule>(
  rules: RedirectRules<Rule>,
  start: string,
): EndlessRedirect<Rule> | null {
  const path = [start];
  const used: Rule[] = [];
  for (let current = start; ;) {
    const found = rules.match(...partsOf(current));
    if (found === undefined) return null;
    used.push(found.rule);
    if (!found.location.startsWith('/')) return null;
    current = found.location;
    const address = addressOf(rules, current);
    const isLoop = path.includes(address);
    path.push(address);
    if (isLoop || used.length > MAX_HOPS) return { path, rules: used, isLoop };
  }
}

/** Path and query of a location on this site, without its fragment. */
function partsOf(location: string): [path: string, search: string] {
  const { path, search } = splitSource(location.split('#', 1)[0] ?? '');
  return [path, search];
}

/** What a location has in common with others to which the same rule applies: the path, and the query if it matters. */
function addressOf(rules: RedirectRules, location: string): string {
  const [path, search] = partsOf(location);
  return rules.findWithQuery(path, search)?.rule.source ?? path;
}

/** Addresses after which other requests get their turn. The slowest takes a millisecond: ten hops along long prefixes. */
const PAUSE_AFTER = 20;

/** The sources of all rules, with pauses for other requests. */
export async function* sourcesOf(rules: RedirectRules): AsyncGenerator<string> {
  let count = 0;
  for (const { source } of rules) {
    if (++count % PAUSE_AFTER === 0) await setImmediate();
    yield source;
  }
}

/** The first redirects that never arrive, if there are any. */
export async function findEndless<Rule extends RedirectRule>(
  rules: RedirectRules<Rule>,
): Promise<EndlessRedirect<Rule> | null> {
  for await (const source of sourcesOf(rules)) {
    const endless = findEndlessFrom(rules, source);
    if (endless !== null) return endless;
  }
  return null;
}

/** Addresses that a message shows. */
const SHOWN = 6;

export function describeEndless({ path, isLoop }: EndlessRedirect): string {
  const shown = path.slice(0, SHOWN).map((address) => address.slice(0, 100));
  const text = [...shown, ...(path.length > SHOWN ? ['…'] : [])].join(' → ');
  return isLoop
    ? `These redirects would lead in a circle: ${text}`
    : `These redirects would not arrive within ${MAX_HOPS} steps: ${text}`;
}
