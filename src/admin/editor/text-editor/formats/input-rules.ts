import { InputRule, Mark, markInputRule, Node } from '@tiptap/core';
import { StarterKit, type StarterKitOptions } from '@tiptap/starter-kit';
import { findEmphasis } from './emphasis.ts';

/** The signs that are typed around text to format it. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  bold: ['**', '__'],
  italic: ['*', '_'],
  strike: ['~~'],
  code: ['`'],
};

/** A year at the beginning of a sentence starts no list. */
const LIST_START = /^(\d{1,2})\.\s$/;

/**
 * The formats of Tiptap, with input rules that ask for the beginning of a word. What is pasted has no such rules: part of a text in
 * Markdown would be converted (`markdown-paste.ts`).
 */
export function withInputRules(options: Partial<StarterKitOptions>) {
  return StarterKit.extend({
    addExtensions() {
      return (this.parent?.() ?? []).map((extension) => {
        if (extension instanceof Mark && extension.name in SIGNS) return withEmphasisRules(extension);
        return extension instanceof Node && extension.name === 'orderedList'
          ? withListStart(extension)
          : extension;
      });
    },
  }).configure(options);
}

function withEmphasisRules(mark: Mark): Mark {
  return mark.extend({
    addInputRules() {
      return (SIGNS[this.name] ?? []).map((sign) =>
        markInputRule({ find: (text) => findEmphasis(text, sign), type: this.type }),
      );
    },
    addPasteRules: () => [],
  });
}

function withListStart(list: Node): Node {
  return list.extend({
    // It converts numbered lines of a plain text, and no other part of the text.
    addProseMirrorPlugins: () => [],
    addInputRules() {
      return (this.parent?.() ?? []).map(({ handler }) => new InputRule({ find: LIST_START, handler }));
    },
  });
}
