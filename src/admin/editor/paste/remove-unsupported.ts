import { parsePictureUrl } from '../text-editor/formats/urls.ts';
import { styleDeclaration, unwrap } from './dom.ts';
import { EMBEDS, type PasteLosses } from './losses.ts';

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

/** Removes pictures with a URL the browser cannot read, such as `file:`. */
export function removeUnreadablePictures(body: HTMLElement, losses: PasteLosses): void {
  let unreadable = 0;
  for (const picture of body.querySelectorAll('img')) {
    const isUnreadable = parsePictureUrl(picture.getAttribute('src') ?? '', location.origin) === null;
    if (isUnreadable && !isTrackingPixel(picture)) unreadable += 1;
    if (isUnreadable || isTrackingPixel(picture)) picture.remove();
  }
  losses.pictures = Math.max(losses.pictures, unreadable);
}

/** Whether a picture is at most 1 × 1 pixel. */
function isTrackingPixel(picture: HTMLImageElement): boolean {
  return ['width', 'height'].every((side) => /^[01](?:px)?$/.test(picture.getAttribute(side) ?? ''));
}

/** Removes embeds together with their fallback content. */
export function removeEmbeds(body: HTMLElement): void {
  for (const embed of body.querySelectorAll(EMBEDS)) embed.remove();
}

/** Word processors use empty paragraphs as spacing; articles set it in the style sheet. */
export function removeEmptyParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (paragraph.textContent.trim() === '' && paragraph.querySelector('img, hr') === null)
      paragraph.remove();
  }
}
