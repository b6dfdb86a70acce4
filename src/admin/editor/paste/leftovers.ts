import { pictureAddress } from '../writing/formats/addresses.ts';
import { declared, unwrap } from './elements.ts';
import { EMBEDS, type PasteLosses } from './losses.ts';

/** Notes in the margin, their marks in the text and the list of them at the end. */
export function dropCommentsOfWord(body: HTMLElement): void {
  const marks =
    '.MsoCommentReference, .MsoCommentText, a[href^="#_msocom"], a[name^="_msoanchor"], a.msocomanchor';
  for (const element of body.querySelectorAll(`${marks}, [style]`)) {
    const isComment = element.matches(marks) || /^comment/i.test(declared(element, 'mso-element'));
    if (isComment || /all/i.test(declared(element, 'mso-hide'))) element.remove();
  }
}

/** Tags of other vocabularies (`o:p`, `st1:place`, `v:shape`) give way to their text; what never was text goes. */
export function dropForeignTags(body: HTMLElement): void {
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, template'))
    element.remove();
  for (const element of body.querySelectorAll('br.Apple-interchange-newline, body > br')) element.remove();
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element);
  // Anchors that only mark a place.
  for (const anchor of body.querySelectorAll('a:not([href])')) unwrap(anchor);
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** A browser cannot read pictures on the disk of the computer. */
export function dropLostPictures(body: HTMLElement, losses: PasteLosses): void {
  let lost = 0;
  for (const picture of body.querySelectorAll('img')) {
    const isLost = pictureAddress(picture.getAttribute('src') ?? '', location.origin) === null;
    if (isLost && !isInvisible(picture)) lost += 1;
    if (isLost || isInvisible(picture)) picture.remove();
  }
  losses.pictures = Math.max(losses.pictures, lost);
}

/** Of one pixel: it counts readers. */
function isInvisible(picture: HTMLImageElement): boolean {
  return ['width', 'height'].every((side) => /^[01](?:px)?$/.test(picture.getAttribute(side) ?? ''));
}

/** What they show instead of themselves is no text of the article. */
export function dropEmbeds(body: HTMLElement): void {
  for (const embed of body.querySelectorAll(EMBEDS)) embed.remove();
}

/** Word processors space with empty paragraphs; here paragraphs have their distance. */
export function dropEmptyParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (paragraph.textContent.trim() === '' && paragraph.querySelector('img, hr') === null)
      paragraph.remove();
  }
}
