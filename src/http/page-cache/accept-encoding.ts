import { memoizeText } from '#platform/memoize-text.ts';

export type Coding = 'br' | 'gzip' | 'identity';

const SERVER_ORDER: readonly Coding[] = ['br', 'gzip', 'identity'];
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

const memoizedCodings = memoizeText(parse);

/**
 * The codings a client accepts, best first, by RFC 9110 section 12.5.3: weights decide, and between equal weights the
 * coding with the smaller result wins. Without the field only `identity` is returned, because such clients seldom
 * decode anything. An empty list means that the client accepts no available coding.
 */
export const acceptedCodings = (header: string | undefined): readonly Coding[] =>
  header === undefined ? ['identity'] : memoizedCodings(header);

function parse(header: string): readonly Coding[] {
  const weights = new Map<string, number>();
  for (const member of header.split(',')) {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
    const weight = weightOf(parameters);
    if (name !== '' && weight !== null) weights.set(name === 'x-gzip' ? 'gzip' : name, weight);
  }
  const ranked = SERVER_ORDER.map((coding) => ({ coding, weight: weightFor(coding, weights) }));
  return ranked
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ coding }) => coding);
}

function weightOf(parameters: readonly string[]): number | null {
  const parameter = parameters[0];
  if (parameter === undefined) return 1;
  const weight = WEIGHT.exec(parameter.replaceAll(' ', ''))?.[1];
  return weight === undefined ? null : Number(weight);
}

function weightFor(coding: Coding, weights: ReadonlyMap<string, number>): number {
  const named = weights.get(coding) ?? weights.get('*');
  // `identity` is acceptable without being listed, but a client that lists another coding prefers that one.
  return named ?? (coding === 'identity' ? 0.0001 : 0);
}
