/** A description as OpenAPI has it, of whose Markdown ours use one thing: `code` between backticks. */
export function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
}
