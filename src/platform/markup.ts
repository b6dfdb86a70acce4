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
