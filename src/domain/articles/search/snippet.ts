import { type FoundWord, findWords } from './search-words.ts';
import type { TextPart } from './text-part.ts';

/** Words of an excerpt from the text. */
const SNIPPET_WORDS = 32;
/** Words before the first match, so that it does not stand at the beginning. */
const WORDS_BEFORE = 6;

/** Splits a text at the matching words. */
export function markMatches(text: string, forms: ReadonlySet<string>): TextPart[] {
  return mark(text, matchesIn(findWords(text), forms), 0, text.length);
}

/** The part of a text with the most different matching words; null if it has none. */
export function findSnippet(text: string, forms: ReadonlySet<string>): TextPart[] | null {
  const words = findWords(text);
  const first = densestWindow(words, forms);
  if (first === null) return null;
  const from = Math.max(0, first - WORDS_BEFORE);
  const shown = words.slice(from, from + SNIPPET_WORDS);
  const start = from === 0 ? 0 : (shown[0]?.start ?? 0);
  const isEnd = from + SNIPPET_WORDS >= words.length;
  const end = isEnd ? text.length : (shown.at(-1)?.end ?? text.length);
  const parts = mark(text, matchesIn(shown, forms), start, end);
  return [
    ...(start > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...parts,
    ...(end < text.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}

/** Index of the first matching word of the window with the most different matching words. */
function densestWindow(words: readonly FoundWord[], forms: ReadonlySet<string>): number | null {
  const matching = words.flatMap(({ word }, index) => (forms.has(word) ? [{ word, index }] : []));
  let best: number | null = null;
  let most = 0;
  let end = 0;
  const inWindow = new Map<string, number>();
  for (const { word, index } of matching) {
    for (
      ;
      end < matching.length && (matching[end]?.index ?? 0) < index + SNIPPET_WORDS - WORDS_BEFORE;
      end += 1
    ) {
      const entering = matching[end]?.word ?? '';
      inWindow.set(entering, (inWindow.get(entering) ?? 0) + 1);
    }
    if (inWindow.size > most) {
      most = inWindow.size;
      best = index;
    }
    const left = (inWindow.get(word) ?? 0) - 1;
    if (left > 0) inWindow.set(word, left);
    else inWindow.delete(word);
  }
  return best;
}

const matchesIn = (words: readonly FoundWord[], forms: ReadonlySet<string>) =>
  words.filter(({ word }) => forms.has(word));

/** The text between two offsets, split at the matches in it. */
function mark(text: string, matches: readonly FoundWord[], from: number, to: number): TextPart[] {
  const parts: TextPart[] = [];
  let at = from;
  for (const { start, end } of matches) {
    parts.push(
      { text: text.slice(at, start), isMatch: false },
      { text: text.slice(start, end), isMatch: true },
    );
    at = end;
  }
  parts.push({ text: text.slice(at, to), isMatch: false });
  return parts.filter((part) => part.text !== '');
}
