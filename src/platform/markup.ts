const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it may stand between tags and in attributes, of HTML as of XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => REFERENCES[sign] ?? sign);
}

/** A text without its tags. As `/<[^>]*>/g` finds them, which takes quadratic time when many have no end. */
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
