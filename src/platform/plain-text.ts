/** A text with line feeds as its only control characters, without white space around it. */
export function cleanPlainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();
}
