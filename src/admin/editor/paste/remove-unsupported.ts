import { parsePictureUrl } from '../text-editor/formats/urls.ts';
import { styleDeclaration, unwrap } from './dom.ts';
import { EMBEDS, type PasteLosses } from './losses.ts';
import { lazySource } from './picture-sources.ts';

/** Removes Word comments: their text, their references in the body and the list at the end. */
export function removeWordComments(body: HTMLElement): void {
  const selector =
    '.MsoCommentReference, .MsoCommentText, a[href^="#_msocom"], a[name^="_msoanchor"], a.msocomanchor';
  for (const element of body.querySelectorAll(`${selector}, [style]`)) {
    const isComment = element.matches(selector) || /^comment/i.test(styleDeclaration(element, 'mso-element'));
    if (isComment || /all/i.test(styleDeclaration(element, 'mso-hide'))) element.remove();
  }
}

/** Unwraps elements of other namespaces (`o:p`, `st1:place`, `v:shape`). Removes comments and elements without text content. */
export function removeForeignTags(body: HTMLElement): void {
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, template'))
    element.remove();
  for (const element of body.querySelectorAll('br.Apple-interchange-newline, body > br')) element.remove();
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element);
  // Named anchors without a link.
  for (const anchor of body.querySelectorAll('a:not([href])')) unwrap(anchor);
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/**
 * Removes pictures that no other page can show, such as those of a `file:` or `blob:` URL. A picture that its page had not
 * loaded yet gets the URL that the page would have loaded.
 */
export function removeUnreadablePictures(body: HTMLElement, losses: PasteLosses): void {
  for (const picture of body.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? '';
    const lazy = hasOwnSource(source) ? null : lazySource(picture);
    if (lazy !== null) picture.setAttribute('src', lazy);
    else if (isTrackingPixel(picture)) picture.remove();
    else if (parsePictureUrl(source, location.origin) === null) {
      losses.unreadablePictures += 1;
      picture.remove();
    }
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
export function removeFormFields(body: HTMLElement, losses: PasteLosses): void {
  for (const field of body.querySelectorAll('input, select, textarea')) {
    if (field.getAttribute('type') !== 'hidden') losses.formFields += 1;
    field.remove();
  }
}

/** Word processors use empty paragraphs as spacing; articles set it in the style sheet. */
export function removeEmptyParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (paragraph.textContent.trim() === '' && paragraph.querySelector('img, hr') === null)
      paragraph.remove();
  }
}
