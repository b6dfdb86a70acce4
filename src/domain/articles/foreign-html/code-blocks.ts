import { createElement, unwrap } from './dom.ts';

const LINES = 'div, p, li, tr, br';

/** Reduces blocks of code to one line of text for each line, without the name of the language that pages show above them. */
export function convertCodeBlocks(body: HTMLElement): void {
  for (const block of body.querySelectorAll('pre')) {
    removeLanguageName(block);
    for (const line of block.querySelectorAll(LINES)) {
      if (line.nextSibling !== null && !line.textContent.endsWith('\n')) line.after('\n');
      if (line.localName === 'br') line.remove();
      else unwrap(line);
    }
    keepLanguage(block);
  }
}

function removeLanguageName(block: Element): void {
  const code = block.querySelector('code');
  const language = languageOf(code);
  if (code === null || language === null) return;
  for (const element of block.querySelectorAll('div, span'))
    if (
      !element.contains(code) &&
      !code.contains(element) &&
      element.textContent.trim().toLowerCase() === language
    )
      element.remove();
}

/** GitHub, and pages with Prism or highlight.js, say the language on the block or around it. */
function keepLanguage(block: Element): void {
  const language = languageOf(block.querySelector('code')) ?? languageOf(block);
  if (language === null || block.querySelector('code') !== null) return;
  const code = createElement(block, 'code');
  code.setAttribute('class', `language-${language}`);
  code.append(...block.childNodes);
  block.append(code);
}

function languageOf(element: Element | null): string | null {
  return (
    /(?:^|\s)lang(?:uage)?-([\w+#-]{1,40})/.exec(element?.getAttribute('class') ?? '')?.[1]?.toLowerCase() ??
    null
  );
}
