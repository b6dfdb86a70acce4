export type Coding = 'br' | 'gzip' | 'identity';

const SERVER_ORDER: readonly Coding[] = ['br', 'gzip', 'identity'];
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;
/** Browsers send a handful of different values; a hostile client must not make this grow. */
const REMEMBERED = 256;

const remembered = new Map<string, readonly Coding[]>();

/**
 * The codings a client takes, best first, by RFC 9110 section 12.5.3: weights decide, and between equal weights the
 * smaller form wins. Without the field only `identity` is offered, because such clients seldom decode anything.
 * An empty list means that the client refuses every form there is.
 */
export function acceptedCodings(header: string | undefined): readonly Coding[] {
  if (header === undefined) return ['identity'];
  const known = remembered.get(header);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED) remembered.clear();
  const codings = parse(header);
  remembered.set(header, codings);
  return codings;
}

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
  // identity needs no mention to be acceptable, but whoever names another coding would rather have that
  return named ?? (coding === 'identity' ? 0.0001 : 0);
}
