import { parsePictureUrl } from '../urls.ts';
import { BLOCKS, isBlank, isElement, styleDeclaration, unwrap } from './dom.ts';
import type { ConversionContext } from './convert-body.ts';
import { EMBEDS, type Losses } from './losses.ts';
import { lazySource } from './picture-sources.ts';

/** Removes Word comments: their text, their references in the body and the list at the end. */
export function removeWordComments(body: HTMLElement, losses: Losses): void {
  const selector =
    '.MsoCommentReference, .MsoCommentText, a[href^="#_msocom"], a[name^="_msoanchor"], a.msocomanchor';
  losses.comments += body.querySelectorAll('a[href^="#_msocom"], a.msocomanchor').length;
  for (const element of body.querySelectorAll(`${selector}, [style]`)) {
    if (element.matches(selector) || /^comment/i.test(styleDeclaration(element, 'mso-element')))
      element.remove();
  }
}

/** Removes what the source does not show. */
export function removeHidden(body: HTMLElement, losses: Losses): void {
  for (const element of body.querySelectorAll('[style], [hidden]')) {
    const isHidden =
      /^none$/i.test(styleDeclaration(element, 'display')) ||
      /^hidden$/i.test(styleDeclaration(element, 'visibility')) ||
      /all/i.test(styleDeclaration(element, 'mso-hide')) ||
      (element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found');
    if (!isHidden || !body.contains(element)) continue;
    if (element.textContent.trim() !== '') losses.hiddenTexts += 1;
    element.remove();
  }
}

/** Removes buttons, such as "Copy code". One that is a heading, or opens the text below it, is replaced by its text. */
export function removeButtons(body: HTMLElement, losses: Losses): void {
  for (const button of body.querySelectorAll('button, [role="button"]:not(a), clipboard-copy')) {
    const isText =
      button.hasAttribute('aria-expanded') || button.closest('h1, h2, h3, h4, h5, h6, summary') !== null;
    if (isText) {
      unwrap(button);
      continue;
    }
    const text = button.textContent.trim();
    if (text !== '') losses.buttons.push(text);
    button.remove();
  }
}

/** Unwraps elements of other namespaces (`o:p`, `st1:place`, `v:shape`). Removes comments and elements without text content. */
export function removeForeignTags(body: HTMLElement): void {
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, template'))
    element.remove();
  for (const element of body.querySelectorAll('html, head, body')) unwrap(element);
  for (const lineBreak of body.querySelectorAll('br')) {
    const isSpacing = lineBreak.parentElement === body && !isInText(lineBreak);
    if (isSpacing || lineBreak.className === 'Apple-interchange-newline') lineBreak.remove();
  }
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element);
  const walker = body.ownerDocument.createTreeWalker(body, SHOW_COMMENT);
  const comments: ChildNode[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode as ChildNode);
  for (const comment of comments) comment.remove();
}

/** `NodeFilter.SHOW_COMMENT` */
const SHOW_COMMENT = 128;

/** Whether a line break is beside text. Word processors write others between paragraphs. */
function isInText({ previousSibling, nextSibling }: Element): boolean {
  return [previousSibling, nextSibling].some(
    (sibling) =>
      sibling !== null &&
      (isElement(sibling) ? !sibling.matches(`${BLOCKS}, div, br, table, dl`) : !isBlank(sibling)),
  );
}

/**
 * Removes pictures that no other page can show, such as those of a `file:` or `blob:` URL. A picture that its page had not
 * loaded yet gets the URL that the page would have loaded.
 */
export function removeUnreadablePictures(
  body: HTMLElement,
  losses: Losses,
  { source, origin }: ConversionContext,
): void {
  for (const picture of body.querySelectorAll('img')) {
    const url = picture.getAttribute('src') ?? '';
    const lazy = hasOwnSource(url) ? null : lazySource(picture);
    if (lazy !== null) picture.setAttribute('src', lazy);
    const kind = parsePictureUrl(lazy ?? url, origin)?.kind;
    if (lazy === null && isTrackingPixel(picture)) picture.remove();
    else if (kind === undefined) {
      losses.unreadablePictures += 1;
      picture.remove();
    } else if (kind === 'remote' && source === 'request') losses.externalPictures += 1;
  }
}

/** Whether `src` is the picture itself. Pages put a `data:` URL there until they load the picture. */
function hasOwnSource(source: string): boolean {
  return /^\s*https?:/i.test(source);
}

/** Whether a picture is at most 1 × 1 pixel. */
function isTrackingPixel(picture: HTMLImageElement): boolean {
  return ['width', 'height'].every((side) => /^[01](?:px)?$/.test(picture.getAttribute(side) ?? ''));
}

/** Removes embeds together with their fallback content. */
export function removeEmbeds(body: HTMLElement): void {
  for (const embed of body.querySelectorAll(EMBEDS)) embed.remove();
}

/** Removes form fields. What was typed there is not in the clipboard. */
export function removeFormFields(body: HTMLElement, losses: Losses): void {
  for (const field of body.querySelectorAll('input, select, textarea')) {
    if (field.getAttribute('type') !== 'hidden') losses.formFields += 1;
    field.remove();
  }
}

/**
 * Word processors use empty paragraphs as spacing; articles set it in the style sheet. Removes the no-break spaces that Word writes at
 * the end of others.
 */
export function removeEmptyParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (paragraph.textContent.trim() === '' && paragraph.querySelector('img, hr') === null)
      paragraph.remove();
    else trimEnd(paragraph);
  }
}

function trimEnd(parent: Element): void {
  for (let last = parent.lastChild; last !== null; last = parent.lastChild) {
    if (isElement(last)) {
      if (last.localName !== 'br' && last.localName !== 'img') trimEnd(last);
      return;
    }
    const text = (last.textContent ?? '').trimEnd();
    if (text !== '') {
      last.textContent = text;
      return;
    }
    last.remove();
  }
}
