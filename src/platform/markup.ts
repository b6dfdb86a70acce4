const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and attribute values of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => REFERENCES[sign] ?? sign);
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

/** Replaces the references that `escapeMarkup` and the HTML sanitiser write by their characters. */
export function decodeReferences(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (reference) => CHARACTERS[reference] ?? reference);
}

/** Removes tags. Equivalent to `/<[^>]*>/g`, which takes quadratic time when many tags are not closed. */
export function stripTags(html: string, replacement = ''): string {
  let text = '';
  let from = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    text += html.slice(from, start) + replacement;
    from = end + 1;
  }
  return text + html.slice(from);
}
