import { ATTEMPTS } from './longest-turn.ts';

/** Characters. */
export const LENGTH = 200_000;
/** Processor time of the main thread that one text may take, in milliseconds. */
export const BUDGET_MS = 50;

/** Texts that make quadratic algorithms slow. */
const PIECES: Readonly<Record<string, string>> = {
  spaces: ' ',
  tabs: '\t',
  'line feeds': '\n',
  'carriage returns': '\r',
  'no-break spaces': '\u00a0',
  'encoded no-break spaces': '%C2%A0',
  'marks in the wrong order': '\u0301\u0323',
  joiners: '\u200d',
  'opening brackets': '<',
  'closing brackets': '>',
  'square brackets': '[',
  parentheses: '(',
  letters: 'a',
  hyphens: '-',
  dots: 'a.',
  'at signs': 'a@',
  commas: ',',
  quotes: '"',
  ampersands: '&',
  slashes: '/',
  'names of hosts': 'www.a-b.',
  'anchor tags': '<a ',
  'image tags': '<img src="',
  'style sheets': '<style>',
  'empty paragraphs': '</p><p>',
  'empty figures': '<figure></figure>',
  'pictures without an address': '<img>',
  'list items': '<li>',
  'lists in lists': '<ul><li>',
  'wrong end tags': '<em></p>',
  styles: '<p style="text-align:left;">',
};
export const kinds = Object.keys(PIECES);

export const textOf = (kind: string, length = LENGTH): string => {
  const piece = PIECES[kind] ?? '';
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
};

/**
 * Processor time of this thread in milliseconds, the minimum of several attempts. This excludes other programs and the
 * first compilation, so that a busy machine measures the same.
 */
export async function costOf(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least > BUDGET_MS; attempt++) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
