/** A description of the API or of a setting. Of Markdown, it supports only `code` in backticks. */
export function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
}
