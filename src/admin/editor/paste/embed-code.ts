import { escapeMarkup, decodeReferences } from '#platform/markup.ts';

const START = /^<(?:iframe|embed|object|video|audio|script|blockquote|div|p)\b/i;
const EMBED = /<(iframe|embed|object|video|audio)\b/gi;
const URL_ATTRIBUTE = /\s(?:src|data)\s*=\s*["']?([^"'\s>]+)/i;
const TITLE_ATTRIBUTE = /\stitle\s*=\s*"([^"<>]*)"/i;
/** Characters. Code to embed something is shorter. */
const MAX_LENGTH = 20_000;

export interface EmbedCode {
  /** HTML with a link in place of each embedded page. */
  readonly html: string;
  readonly notice: string;
}

/**
 * Pasted code that embeds a page or player of another site, as the "Share" dialogs of sites offer it. Articles link to such pages. Null
 * for any other text.
 */
export function readEmbedCode(pasted: string): EmbedCode | null {
  const code = pasted.trim();
  if (code.length > MAX_LENGTH || !START.test(code) || !code.endsWith('>')) return null;
  const hosts = new Set<string>();
  let [html, from] = ['', 0];
  for (const { 1: name = '', index } of code.matchAll(EMBED)) {
    const tagEnd = code.indexOf('>', index) + 1;
    if (index < from || tagEnd === 0) continue;
    const tag = code.slice(index, tagEnd);
    const url = absoluteUrl(decodeReferences(URL_ATTRIBUTE.exec(tag)?.[1] ?? ''));
    if (url === null) continue;
    hosts.add(url.hostname);
    html += code.slice(from, index) + linkTo(url, TITLE_ATTRIBUTE.exec(tag)?.[1] ?? '');
    from = endOf(code, { name, from: tagEnd });
  }
  if (hosts.size === 0) return null;
  const sites = [...hosts].slice(0, 5).join(', ');
  const notice = `Embed code was replaced by a link to ${sites}, because articles do not contain pages of other sites.`;
  return { html: html + code.slice(from), notice };
}

function absoluteUrl(text: string): URL | null {
  const url = text.startsWith('//') ? `https:${text}` : text;
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : null;
}

function linkTo({ href }: URL, title: string): string {
  return `<p><a href="${escapeMarkup(href)}">${title.trim() === '' ? escapeMarkup(href) : title}</a></p>`;
}

/** After the end tag of an element, or where the element begins to have content if it has no end tag. */
function endOf(code: string, { name, from }: { readonly name: string; readonly from: number }): number {
  const endTag = `</${name.toLowerCase()}>`;
  const at = code.toLowerCase().indexOf(endTag, from);
  return at === -1 ? from : at + endTag.length;
}
