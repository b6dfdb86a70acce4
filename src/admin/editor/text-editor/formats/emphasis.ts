/** What an input rule replaces, in the form of Tiptap. */
export interface EmphasisMatch {
  readonly index: number;
  /** With its signs. */
  readonly text: string;
  /** Without them. */
  readonly replaceWith: string;
}

/**
 * The emphasis that the last sign of a text completes, such as `*word*`: at the beginning of a word, and without space beside the signs.
 * So `5 * 3 * 2` and `snake_case_name` stay as they are. Null if there is none.
 *
 * @param sign `*`, `**`, `_`, `__`, `~~` or a backtick
 */
export function findEmphasis(text: string, sign: string): EmphasisMatch | null {
  const end = text.length - sign.length;
  if (end < 1 || !text.endsWith(sign)) return null;
  const index = text.lastIndexOf(sign, end - 1);
  const inner = text.slice(index + sign.length, end);
  if (index === -1 || inner === '' || inner.trim() !== inner || inner.includes(sign.charAt(0))) return null;
  const before = text.charAt(index - 1);
  if (before !== '' && !/[\s\p{Ps}\p{Pi}\p{Pd}"']/u.test(before)) return null;
  return { index, text: text.slice(index), replaceWith: inner };
}
