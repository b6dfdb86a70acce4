import { type MarkupElement, replaceElements, serializeMarkup } from './markup-tree.ts';
import { hasVisibleContent } from './visible-content.ts';

/** A picture with its link, if it has one, and the lines of its caption. */
interface Figure {
  readonly picture: string;
  caption: string[];
}

/** Blocks that are kept whole beside a figure. All others are replaced by their content. */
const WHOLE_BLOCK = /^(?:p|h[1-6]|blockquote|pre|ul|ol|hr)$/;
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|br|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|picture|q|ruby|s|samp|small|span|strike|strong|sub|sup|time|u|var|wbr)$/;

/**
 * Gives every `figure` of HTML exactly one picture, as in the editor, and drops nothing:
 * - A figure with several pictures becomes one figure for each. A caption belongs to the nearest picture before it, or to the
 *   last one if none is before it.
 * - A figure around other figures, such as a gallery, is replaced by its content.
 * - Other content, such as paragraphs, is placed between the figures in the order of the text.
 * - A figure without a picture is replaced by its content; its caption becomes a paragraph.
 * - Paragraphs in a caption become lines of it. An empty caption is dropped.
 *
 * Applied to what is stored (`sanitiseArticle`), to what readers see (`renderBody`), and by the editor to what is opened or
 * pasted, so that all of them agree.
 *
 * @param html as browsers and the sanitiser serialize it; takes linear time
 */
export function separateFigures(html: string): string {
  return replaceElements(html, 'figure', (figure) => new FigureReader(figure).html());
}

class FigureReader {
  readonly #blocks: (string | Figure)[] = [];
  readonly #tag: string;
  #lastFigure: Figure | null = null;
  /** Lines of captions before every picture. */
  readonly #pending: string[] = [];
  /** The lines of the caption that is being read. */
  #caption: string[] | null = null;
  /** Text and inline elements since the last block. */
  #line = '';

  constructor(figure: MarkupElement) {
    this.#tag = figure.tag;
    this.#readChildren(figure, []);
    this.#endLine();
    if (this.#pending.length === 0) return;
    const last = this.#lastFigure;
    if (last === null) for (const line of this.#pending) this.#blocks.push(paragraph(line));
    else last.caption = [...this.#pending, ...last.caption];
  }

  html(): string {
    return this.#blocks
      .map((block) => (typeof block === 'string' ? block : figureHtml(this.#tag, block)))
      .join('');
  }

  /** @param inline the open inline elements, which are repeated around each piece of text */
  #readChildren({ children }: MarkupElement, inline: readonly MarkupElement[]): void {
    for (const child of children) {
      if (typeof child === 'string') this.#line += wrap(child, inline);
      else this.#readElement(child, inline);
    }
  }

  #readElement(element: MarkupElement, inline: readonly MarkupElement[]): void {
    const { name, hasPicture } = element;
    if (name === 'img') this.#addPicture(linked(element, inline));
    else if (name === 'figure') this.#readFigure(element);
    else if (name === 'figcaption') this.#readCaption(element, inline);
    else if (INLINE.test(name)) {
      if (hasPicture) this.#readChildren(element, [...inline, element]);
      else this.#line += wrap(serializeMarkup(element), inline);
    } else this.#readBlock(element, inline);
  }

  #readBlock(element: MarkupElement, inline: readonly MarkupElement[]): void {
    this.#endLine();
    if (this.#caption !== null || element.hasPicture || !WHOLE_BLOCK.test(element.name))
      this.#readChildren(element, inline);
    else this.#addBlock(serializeMarkup(element));
    this.#endLine();
  }

  #addPicture(picture: string): void {
    if (this.#caption === null) this.#endLine();
    this.#lastFigure = { picture, caption: [] };
    this.#blocks.push(this.#lastFigure);
  }

  #readFigure(figure: MarkupElement): void {
    if (this.#caption === null) this.#endLine();
    this.#addBlock(new FigureReader(figure).html());
  }

  #readCaption(element: MarkupElement, inline: readonly MarkupElement[]): void {
    if (this.#caption !== null) return this.#readBlock(element, inline);
    this.#endLine();
    const figure = this.#lastFigure;
    this.#caption = figure === null ? this.#pending : figure.caption;
    this.#readChildren(element, inline);
    this.#endLine();
    this.#caption = null;
  }

  #addBlock(html: string): void {
    if (hasVisibleContent(html)) this.#blocks.push(html);
  }

  #endLine(): void {
    const line = this.#line.trim();
    this.#line = '';
    if (!hasVisibleContent(line)) return;
    if (this.#caption === null) this.#blocks.push(paragraph(line));
    else this.#caption.push(line);
  }
}

const paragraph = (line: string): string => `<p>${line}</p>`;

function figureHtml(tag: string, { picture, caption }: Figure): string {
  const text = caption.length === 0 ? '' : `<figcaption>${caption.join('<br />')}</figcaption>`;
  return `${tag}${picture}${text}</figure>`;
}

function linked(picture: MarkupElement, inline: readonly MarkupElement[]): string {
  const link = inline.findLast(({ name }) => name === 'a');
  return wrap(serializeMarkup(picture), link === undefined ? [] : [link]);
}

function wrap(html: string, inline: readonly MarkupElement[]): string {
  const start = inline.map(({ tag }) => tag).join('');
  const end = inline.map(({ name }) => `</${name}>`).toReversed();
  return start + html + end.join('');
}
