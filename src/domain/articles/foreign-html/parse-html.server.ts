import { parseHTML } from 'linkedom';

/** The body of a document, as `DOMParser` returns it in browsers. */
export function parseBody(html: string): HTMLElement {
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document.body;
}
