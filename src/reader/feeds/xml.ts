import { escapeMarkup } from '#platform/markup.ts';

/** XML 1.0, section 2.2: what may stand in a document in no form. Half a surrogate pair is none of its characters either. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const xmlText = (text: string) => escapeMarkup(text.replace(IMPOSSIBLE, ''));

type Attributes = Readonly<Record<string, string>>;

/** An element with a text or with elements in it. Names are ours; everything else is escaped. */
export function element(
  name: string,
  attributes: Attributes,
  content: string | readonly Element[] = [],
): Element {
  const opened = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  const inner = typeof content === 'string' ? xmlText(content) : content.map(({ xml }) => xml).join('');
  return { xml: `<${name}${opened.join('')}>${inner}</${name}>` };
}

/** Finished, so that nothing is escaped twice or not at all. */
export interface Element {
  readonly xml: string;
}
