import { type Attributes, mergeAttributes, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { isAllowedLinkUrl, parsePictureUrl } from '#domain/articles/urls.ts';

/** Shown while the server imports a picture of another site. */
const PLACEHOLDER_URL = '/placeholder.svg';

const imageAttribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => findImage(element)?.getAttribute(name) ?? null,
});

/**
 * Attributes of the image element, and the URL of the link around it, shared by both node types. `src` is required and is never a URL of another site: that
 * URL is in `remote` until the picture is imported.
 */
const IMAGE_ATTRIBUTES: Attributes = {
  src: { isRequired: true, parseHTML: (element) => pictureSources(element)?.src },
  remote: {
    default: null,
    parseHTML: (element) => pictureSources(element)?.remote ?? null,
    renderHTML: ({ remote }) => (remote === null ? {} : { 'data-remote': String(remote) }),
  },
  alt: imageAttribute('alt'),
  title: imageAttribute('title'),
  width: imageAttribute('width'),
  height: imageAttribute('height'),
  href: { default: null, parseHTML: linkOf, rendered: false },
};

/**
 * A block-level picture without a caption. `alt` is null until the user describes the picture or marks it as decorative
 * (''): screen readers handle a missing and an empty alt differently.
 */
export const PictureNode = Image.extend({
  addAttributes: () => IMAGE_ATTRIBUTES,

  parseHTML() {
    return [
      // Before paragraphs: one that contains only a picture would leave an empty paragraph.
      {
        tag: 'p',
        priority: 60,
        getAttrs: (element) => (isOnlyPicture(element) ? parsePicture(element) : false),
      },
      { tag: 'img[src]', getAttrs: parsePicture },
    ];
  },

  renderHTML({ node, HTMLAttributes }) {
    const image = linkedImage(node, HTMLAttributes);
    return image[0] === 'a' ? ['p', image] : image;
  },

  // Without the link, which would be followed on a click because the node is not editable.
  addNodeView() {
    return ({ HTMLAttributes }) => {
      const dom = document.createElement('img');
      for (const [name, value] of Object.entries(HTMLAttributes))
        if (value !== null && value !== undefined) dom.setAttribute(name, String(value));
      return { dom };
    };
  },

  // The Markdown input rule would create pictures without a description.
  addInputRules() {
    return [];
  },
});

/**
 * A picture with a caption. A single node whose content is the caption: a figure of several nodes could lose its image
 * while the caption stays, and the schema would then create an image without `src`.
 */
export const FigureNode = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  marks: 'bold italic underline strike subscript superscript link ink tint code',
  isolating: true,
  defining: true,

  addAttributes: () => IMAGE_ATTRIBUTES,

  parseHTML() {
    return [
      {
        tag: 'figure',
        // A figure without a picture is not parsed as a node; its content is. No figure has several (`separateFigures`).
        getAttrs: parsePicture,
        contentElement: (element) =>
          element.querySelector('figcaption') ?? document.createElement('figcaption'),
      },
    ];
  },

  renderHTML({ node, HTMLAttributes }) {
    return ['figure', linkedImage(node, HTMLAttributes), ['figcaption', 0]];
  },

  addKeyboardShortcuts() {
    return {
      // A caption is one paragraph. Enter continues after the figure: in the empty paragraph there, which the editor adds
      // after a figure at the end of the text, or in a new one.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection;
        if ($from.parent.type.name !== this.name) return false;
        const after = $from.after();
        const next = editor.state.doc.resolve(after).nodeAfter;
        const isFree = next?.type.name === 'paragraph' && next.content.size === 0;
        const chain = editor.chain();
        if (!isFree) chain.insertContentAt(after, { type: 'paragraph' });
        return chain.focus(after + 1).run();
      },
    };
  },
});

/** Whether a parse rule matches, as ProseMirror expects it: false if there is no valid picture. */
const parsePicture = (element: HTMLElement): false | null =>
  pictureSources(element) === null ? false : null;

function linkedImage(node: DocumentNode, attributes: Record<string, unknown>): ['a' | 'img', ...unknown[]] {
  const image = ['img', mergeAttributes(attributes)] as const;
  const href: unknown = node.attrs['href'];
  return typeof href === 'string' ? ['a', { href }, image] : [...image];
}

/** Whether a paragraph contains one picture and nothing else. */
function isOnlyPicture(paragraph: HTMLElement): boolean {
  return paragraph.querySelectorAll('img').length === 1 && paragraph.textContent.trim() === '';
}

function linkOf(element: HTMLElement): string | null {
  const url = findImage(element)?.closest('a[href]')?.getAttribute('href')?.trim() ?? '';
  return isAllowedLinkUrl(url) ? url : null;
}

/** Whether a node is a picture, with or without a caption. */
export function isPicture(node: DocumentNode | null): boolean {
  return node !== null && (node.type.name === 'image' || node.type.name === 'figure');
}

/** The image element itself, or the one inside a figure. */
function findImage(element: HTMLElement): HTMLElement | null {
  return element.localName === 'img' ? element : element.querySelector('img[src]');
}

/** Null for an element without a valid picture. */
function pictureSources(
  element: HTMLElement,
): { readonly src: string; readonly remote: string | null } | null {
  const image = findImage(element);
  const pendingRemote = parsePictureUrl(image?.getAttribute('data-remote') ?? '', location.origin);
  const picture =
    pendingRemote?.kind === 'remote'
      ? pendingRemote
      : parsePictureUrl(image?.getAttribute('src') ?? '', location.origin);
  if (picture === null) return null;
  return picture.kind === 'own'
    ? { src: picture.url, remote: null }
    : { src: PLACEHOLDER_URL, remote: picture.url };
}
