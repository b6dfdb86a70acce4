import { diffArrays } from 'diff';

/** Elements on which both versions agree, or the two versions of a passage that both have changed. */
export type MergedPart<Element> =
  | { readonly kind: 'agreed'; readonly elements: readonly Element[] }
  | {
      readonly kind: 'conflict';
      readonly base: readonly Element[];
      readonly mine: readonly Element[];
      readonly theirs: readonly Element[];
    };

interface Versions<Element> {
  /** Null if it is not known: then nothing that one of the versions has is taken for deleted by the other one. */
  readonly base: readonly Element[] | null;
  readonly mine: readonly Element[];
  readonly theirs: readonly Element[];
}

interface Keyed {
  /** Equal for elements that are the same. */
  readonly key: string;
}

/**
 * Merges two versions of a sequence that were edited from the same base (diff3). A passage that only one of them has changed is
 * that of this one; one that both have changed differently is a conflict.
 */
export function mergeSequences<Element extends Keyed>(versions: Versions<Element>): MergedPart<Element>[] {
  const { mine, theirs } = versions;
  const base = versions.base ?? commonElements(mine, theirs);
  const inMine = matches(base, mine);
  const inTheirs = matches(base, theirs);
  const parts: MergedPart<Element>[] = [];
  let from = { base: 0, mine: 0, theirs: 0 };
  for (let at = 0; at <= base.length; at += 1) {
    const to = { base: at, mine: inMine[at] ?? mine.length, theirs: inTheirs[at] ?? theirs.length };
    if (at < base.length && (inMine[at] === null || inTheirs[at] === null)) continue;
    add(
      parts,
      mergePassage({
        base: base.slice(from.base, to.base),
        mine: mine.slice(from.mine, to.mine),
        theirs: theirs.slice(from.theirs, to.theirs),
      }),
    );
    const same = mine[to.mine];
    if (at < base.length && same !== undefined) add(parts, { kind: 'agreed', elements: [same] });
    from = { base: at + 1, mine: to.mine + 1, theirs: to.theirs + 1 };
  }
  return parts;
}

interface Passage<Element> {
  readonly base: readonly Element[];
  readonly mine: readonly Element[];
  readonly theirs: readonly Element[];
}

function mergePassage<Element extends Keyed>(passage: Passage<Element>): MergedPart<Element> {
  const { base, mine, theirs } = passage;
  if (isSame(mine, base) || isSame(mine, theirs)) return { kind: 'agreed', elements: theirs };
  if (isSame(theirs, base)) return { kind: 'agreed', elements: mine };
  return { kind: 'conflict', ...passage };
}

/** Adds a part, to the last one if both are agreed. */
function add<Element>(parts: MergedPart<Element>[], part: MergedPart<Element>): void {
  const last = parts.at(-1);
  if (part.kind === 'agreed' && last?.kind === 'agreed')
    parts[parts.length - 1] = { kind: 'agreed', elements: [...last.elements, ...part.elements] };
  else if (part.kind === 'conflict' || part.elements.length > 0) parts.push(part);
}

/** For each element of the base, its position in the version; null if the version does not have it. */
function matches(base: readonly Keyed[], version: readonly Keyed[]): (number | null)[] {
  const found: (number | null)[] = [];
  let at = 0;
  for (const { added, removed, count } of diffArrays(keysOf(base), keysOf(version)))
    for (let index = 0; index < count; index += 1) {
      if (!added) found.push(removed ? null : at);
      if (!removed) at += 1;
    }
  return found;
}

function commonElements<Element extends Keyed>(
  mine: readonly Element[],
  theirs: readonly Element[],
): Element[] {
  const inTheirs = matches(mine, theirs);
  return mine.filter((_, index) => inTheirs[index] !== null);
}

const keysOf = (elements: readonly Keyed[]) => elements.map(({ key }) => key);

const isSame = (one: readonly Keyed[], other: readonly Keyed[]) =>
  one.length === other.length && one.every(({ key }, index) => key === other[index]?.key);
