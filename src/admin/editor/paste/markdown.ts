import { Marked } from 'marked';

const FIELD_NAME = /^([\w-]+):/;

export interface ConvertedMarkdown {
  /** Not sanitized. */
  readonly html: string;
  /** What was left out. */
  readonly notices: readonly string[];
}

/** Converts Markdown as GitHub writes it. Loaded when it is needed, because it contains the parser. */
export function convertMarkdown(text: string): ConvertedMarkdown {
  const { fields, body } = divideFrontMatter(text.replaceAll('\r\n', '\n'));
  const html = new Marked({ gfm: true }).parse(body, { async: false });
  const names = fields.slice(0, 5).join(', ');
  const notice = `The fields above the text (${names}) were left out. Enter them under Details.`;
  return { html, notices: fields.length === 0 ? [] : [notice] };
}

/** Blogs keep title and date in a block of fields at the beginning, between two lines of hyphens. */
function divideFrontMatter(text: string): { readonly fields: readonly string[]; readonly body: string } {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) : -1;
  const lines = text.slice(4, Math.max(4, end)).split('\n');
  const fields = lines.flatMap((line) => FIELD_NAME.exec(line)?.[1] ?? []);
  return fields.length === 0 ? { fields, body: text } : { fields, body: text.slice(end + 5) };
}
