import { locationOf, type RedirectRule, withQuery } from './redirect.ts';
import { normalizeQuery, parameterNames, splitSource, withoutParameters } from './redirect-query.ts';

/** A rule that applies to a request, and where it leads with what is left of the query. */
export interface RedirectMatch<Rule extends RedirectRule> {
  readonly rule: Rule;
  readonly location: string;
}

/** All redirects, found by address. A lookup takes as many steps as the path has segments, up to the longest prefix. */
export class RedirectRules<Rule extends RedirectRule = RedirectRule> {
  readonly #exact = new Map<string, Rule>();
  readonly #prefixes = new Map<string, Rule>();
  /** The names of the parameters of the rules with a query, by path; the most parameters first. */
  readonly #parameters = new Map<string, (readonly string[])[]>();
  /** Characters of the longest prefix. Longer parts of a path need not be looked up. */
  #longestPrefix = 0;

  constructor(rules: Iterable<Rule> = []) {
    for (const rule of rules) this.add(rule);
  }

  get size(): number {
    return this.#exact.size + this.#prefixes.size;
  }

  /** In no particular order. */
  *[Symbol.iterator](): Generator<Rule> {
    yield* this.#exact.values();
    yield* this.#prefixes.values();
  }

  /** Replaces a rule of the same kind for the same address. */
  add(rule: Rule): void {
    this.#mapOf(rule).set(rule.source, rule);
    if (rule.kind === 'prefix') this.#longestPrefix = Math.max(this.#longestPrefix, rule.source.length);
    else this.#addParameters(rule.source);
  }

  #addParameters(source: string): void {
    const { path, search } = splitSource(source);
    if (search === '') return;
    const names = parameterNames(search);
    const known = this.#parameters.get(path) ?? [];
    if (known.some((others) => others.join('&') === names.join('&'))) return;
    this.#parameters.set(
      path,
      [...known, names].toSorted((one, other) => other.length - one.length),
    );
  }

  delete(rule: Rule): void {
    this.#mapOf(rule).delete(rule.source);
  }

  /** Whether there is a rule of the same kind for the same address. */
  has(rule: RedirectRule): boolean {
    return this.#mapOf(rule).has(rule.source);
  }

  /** The rule for exactly this address, in its shortest encoding. */
  findExact(path: string): Rule | undefined {
    return this.#exact.get(path);
  }

  /** The rule for exactly this address, otherwise the longest prefix of it. */
  find(path: string): Rule | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined || this.#prefixes.size === 0) return exact;
    const longest = this.#longestPrefix;
    const start = path.length <= longest ? path.length : path.lastIndexOf('/', longest);
    for (let end = start; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const rule = this.#prefixes.get(path.slice(0, end));
      if (rule !== undefined) return rule;
    }
    return undefined;
  }

  /** The rule whose parameters a request has, and others perhaps, which it keeps. */
  findWithQuery(path: string, search: string): RedirectMatch<Rule> | undefined {
    const known = this.#parameters.get(path);
    if (known === undefined || search === '') return undefined;
    const given = new URLSearchParams(search);
    for (const names of known) {
      if (!names.every((name) => given.has(name))) continue;
      const rule = this.#exact.get(`${path}?${normalizeQuery(given, names)}`);
      if (rule !== undefined)
        return { rule, location: withQuery(rule.target, withoutParameters(given, names)) };
    }
    return undefined;
  }

  /** The rule for an address with a query: one with its parameters, otherwise that of its path, which keeps them. */
  match(path: string, search: string): RedirectMatch<Rule> | undefined {
    const found = this.findWithQuery(path, search);
    const rule = found === undefined ? this.find(path) : undefined;
    return rule === undefined ? found : { rule, location: withQuery(locationOf(rule, path), search) };
  }

  #mapOf({ kind }: RedirectRule): Map<string, Rule> {
    return kind === 'exact' ? this.#exact : this.#prefixes;
  }
}
