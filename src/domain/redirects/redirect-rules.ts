import type { RedirectRule } from './redirect.ts';

/** All redirects, found by address. A lookup takes as many steps as the path has segments, up to the longest prefix. */
export class RedirectRules<Rule extends RedirectRule = RedirectRule> {
  readonly #exact = new Map<string, Rule>();
  readonly #prefixes = new Map<string, Rule>();
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

  #mapOf({ kind }: RedirectRule): Map<string, Rule> {
    return kind === 'exact' ? this.#exact : this.#prefixes;
  }
}
