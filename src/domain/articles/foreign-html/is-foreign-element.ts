import { isAllowedLinkUrl, parsePictureUrl } from '../urls.ts';

/** The elements of articles, and those that the sanitizer replaces by one of them. */
const OWN_ELEMENTS =
  /^(?:p|h[1-4]|blockquote|pre|ul|ol|li|hr|figure|figcaption|br|strong|b|em|i|u|s|strike|del|sub|sup|span|code|a|img)$/;
/** Attributes by which programs hide text, or give it a meaning that the elements do not have. */
const FOREIGN_ATTRIBUTES = ['hidden', 'role', 'aria-level', 'data-listid'];
const OWN_DECLARATION = /^\s*(?:$|(?:text-align|color|background|background-color)\s*:)/i;
/** Characters; longer ones are dropped. */
const STYLE_MAX_LENGTH = 2000;

/** Whether HTML with this element has to be converted (`convertForeignHtml`): the editor writes none such. */
export function isForeignElement(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (!OWN_ELEMENTS.test(name) || FOREIGN_ATTRIBUTES.some((attribute) => attribute in attributes))
    return true;
  const { href, src, style, class: classes } = attributes;
  return (
    (name === 'a' && href !== undefined && !isAllowedLinkUrl(href)) ||
    (name === 'img' && parsePictureUrl(src ?? '', '')?.kind !== 'own') ||
    (classes !== undefined && name !== 'code') ||
    (style !== undefined && style.length <= STYLE_MAX_LENGTH && !style.split(';').every(isOwnDeclaration))
  );
}

const isOwnDeclaration = (declaration: string): boolean => OWN_DECLARATION.test(declaration);
