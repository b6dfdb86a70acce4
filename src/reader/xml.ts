import { escapeMarkup } from '#platform/markup.ts';

/** Characters that XML 1.0, section 2.2, does not allow, even escaped. Lone surrogates are among them. */
const INVALID_XML_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const xmlText = (text: string) => escapeMarkup(text.replace(INVALID_XML_CHARACTERS, ''));

type Attributes = Readonly<Record<string, string>>;

/** An element with text or child elements. Names must be trusted; attribute values and text are escaped. */
export function element(
  name: string,
  attributes: Attributes,
  content: string | readonly Element[] = [],
): Element {
  const opened = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  const inner = typeof content === 'string' ? xmlText(content) : content.map(({ xml }) => xml).join('');
  return { xml: `<${name}${opened.join('')}>${inner}</${name}>` };
}

/** Serialized XML, as a type of its own so that nothing is escaped twice or not at all. */
export interface Element {
  readonly xml: string;
}
