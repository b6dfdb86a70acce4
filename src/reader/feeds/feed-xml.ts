import { type Element, element } from '../xml.ts';
import type { Feed, FeedContext } from './feed-document.ts';

/** XHTML elements are links in a browser. Feed readers ignore elements of namespaces that they do not know. */
export const BROWSER_NAMESPACE = { 'xmlns:h': 'http://www.w3.org/1999/xhtml' };

/** What a browser shows above the articles, at the width of the screen. */
export const browserNote = ({ title }: Feed, { pageUrl }: FeedContext): Element[] => [
  element('h:meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
  element('h:p', {}, [
    element('h:span', {}, 'This is a feed. Copy its address into a feed reader to follow '),
    element('h:a', { href: pageUrl }, title),
    element('h:span', {}, '.'),
  ]),
];

/** The link to an article that a browser shows. */
export const browserLink = (url: string): Element => element('h:a', { href: url }, 'Read the article');

/**
 * An XML document with the style sheet of feeds. CSS instead of XSLT, which browsers are removing.
 */
export const xmlDocument = (root: Element, { styleSheet }: FeedContext): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<?xml-stylesheet type="text/css" href="${styleSheet}"?>\n${root.xml}\n`;
