import { decodeReferences } from '#platform/markup.ts';

/** The parts of the text of an article that are checked before it is published. */
export interface BodyStructure {
  /** Outermost blocks in their order; list items and captions are parts of one. */
  readonly blocks: readonly BodyBlock[];
  readonly links: readonly BodyLink[];
  readonly pictures: readonly BodyPicture[];
  /** Also those within a quotation. */
  readonly headings: readonly BodyHeading[];
}

export interface BodyHeading {
  /** From 1 to 4, as the editor calls it. */
  readonly level: number;
  readonly text: string;
  readonly block: number;
}

export interface BodyBlock {
  readonly tag: string;
  /** Spaces as they are; empty for a picture or a divider. Code is replaced by `…`. */
  readonly text: string;
}

export interface BodyLink {
  readonly href: string;
  readonly block: number;
}

export interface BodyPicture {
  readonly src: string;
  /** Null without a text alternative; empty for a decorative picture. */
  readonly alt: string | null;
  readonly block: number;
}

const INLINE = new Set(['a', 'br', 'code', 'em', 's', 'span', 'strong', 'sub', 'sup', 'u']);
const VOID = new Set(['br', 'hr', 'img']);
const CODE = new Set(['pre', 'code']);

const TAG = /^<(\/?)([a-z][a-z0-9]*)/;
const HEADING = /^h[1-4]$/;
const HREF = /\shref="([^"]*)"/;
const SOURCE = /\ssrc="([^"]*)"/;
const ALT = /\salt="([^"]*)"/;

/**
 * Reads the outermost blocks, links and pictures of sanitised HTML, which has attributes in double quotes and no angle brackets
 * in them. Takes linear time.
 */
export function readBodyStructure(html: string): BodyStructure {
  const reader = new StructureReader();
  let from = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    reader.addText(html.slice(from, start));
    reader.addTag(html.slice(start, end + 1));
    from = end + 1;
  }
  reader.addText(html.slice(from));
  return reader.structure();
}

class StructureReader {
  readonly #blocks: { tag: string; texts: string[] }[] = [];
  readonly #links: BodyLink[] = [];
  readonly #pictures: BodyPicture[] = [];
  readonly #headings: { level: number; texts: string[]; block: number }[] = [];
  #isInHeading = false;
  /** Open elements. */
  #depth = 0;
  /** Open elements of code. */
  #codeDepth = 0;
  /** Text or inline elements outside of every block continue one block. */
  #isLoose = false;

  addText(text: string): void {
    if (text === '' || this.#codeDepth > 0) return;
    if (this.#depth === 0) {
      if (text.trim() === '' && !this.#isLoose) return;
      this.#openLoose();
    }
    this.#blocks.at(-1)?.texts.push(text);
    if (this.#isInHeading) this.#headings.at(-1)?.texts.push(text);
  }

  addTag(source: string): void {
    const [, slash, tag] = TAG.exec(source) ?? [];
    if (tag === undefined) return;
    if (slash === '/') return this.#close(tag);
    if (this.#depth === 0) {
      if (INLINE.has(tag)) this.#openLoose();
      else this.#open(tag);
    } else if (!INLINE.has(tag)) this.#blocks.at(-1)?.texts.push('\n');
    if (tag === 'br') this.#blocks.at(-1)?.texts.push('\n');
    // Code has spaces and capital letters of its own.
    if (tag === 'code' && this.#codeDepth === 0) this.#blocks.at(-1)?.texts.push('…');
    this.#record(tag, source);
    if (VOID.has(tag)) return;
    this.#depth += 1;
    if (CODE.has(tag)) this.#codeDepth += 1;
  }

  structure(): BodyStructure {
    return {
      blocks: this.#blocks.map(({ tag, texts }) => ({ tag, text: decodeReferences(texts.join('')) })),
      links: this.#links,
      pictures: this.#pictures,
      headings: this.#headings.map(({ level, texts, block }) => ({
        level,
        text: decodeReferences(texts.join('')),
        block,
      })),
    };
  }

  #record(tag: string, source: string): void {
    const block = this.#blocks.length - 1;
    if (HEADING.test(tag)) {
      this.#headings.push({ level: Number(tag.slice(1)), texts: [], block });
      this.#isInHeading = true;
    }
    const href = tag === 'a' ? HREF.exec(source)?.[1] : undefined;
    if (href !== undefined) this.#links.push({ href: decodeReferences(href), block });
    if (tag !== 'img') return;
    const alt = ALT.exec(source)?.[1];
    this.#pictures.push({
      src: decodeReferences(SOURCE.exec(source)?.[1] ?? ''),
      alt: alt === undefined ? null : decodeReferences(alt),
      block,
    });
  }

  #open(tag: string): void {
    this.#blocks.push({ tag, texts: [] });
    this.#isLoose = false;
  }

  #openLoose(): void {
    if (this.#isLoose) return;
    this.#open('p');
    this.#isLoose = true;
  }

  #close(tag: string): void {
    this.#depth = Math.max(0, this.#depth - 1);
    if (CODE.has(tag)) this.#codeDepth = Math.max(0, this.#codeDepth - 1);
    if (HEADING.test(tag)) this.#isInHeading = false;
  }
}
