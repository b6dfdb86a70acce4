/** Bylines of one article. */
export const BYLINE_LIMIT = 10;

/** Characters of the name in a byline, and of an author. */
export const AUTHOR_NAME_MAX_LENGTH = 200;

/** One name in the byline of an article, in the order in which readers see them. */
export interface Byline {
  /** The id of the author whose profile it links to; null for a name without a profile. */
  readonly author: string | null;
  /** The name at the time of writing. As long as the author exists, articles have the author's current name. */
  readonly name: string;
}

/** "A", "A and B", "A, B and C". */
function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The text that separates a name from the one before it: `joinNames`, name by name. */
export function separatorBefore(index: number, count: number): string {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
}

export const bylineText = (bylines: readonly Byline[]) => joinNames(bylines.map(({ name }) => name));

export const authorIdsOf = (bylines: readonly Byline[]) => bylines.flatMap(({ author }) => author ?? []);

/** Drops empty names, and names and authors that are listed already. Names without a profile are compared without case. */
export function uniqueBylines(bylines: readonly Byline[]): Byline[] {
  const byKey = new Map<string, Byline>();
  for (const byline of bylines) {
    const key = byline.author ?? `"${byline.name.toLowerCase()}`;
    if ((byline.author !== null || byline.name !== '') && !byKey.has(key)) byKey.set(key, byline);
  }
  return [...byKey.values()];
}

/** Whether both have the same authors in the same order. Names of authors with a profile are not compared. */
export function isSameBylines(one: readonly Byline[], other: readonly Byline[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ author, name }, index) => {
      const counterpart = other[index];
      return author === counterpart?.author && (author !== null || name === counterpart.name);
    })
  );
}
