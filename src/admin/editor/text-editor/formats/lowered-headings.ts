import { Extension } from '@tiptap/core';
import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';

/**
 * Renders body headings one level lower (h2 to h5), as on reader pages, where the title is the only h1. Stored and copied
 * HTML keeps h1 to h4.
 */
export const LoweredHeadings = Extension.create({
  name: 'loweredHeadings',

  addProseMirrorPlugins() {
    return [new Plugin({ props: { nodeViews: { heading: createHeadingView } } })];
  },
});

function createHeadingView(node: Node): NodeView {
  const spec = node.type.spec.toDOM?.(node);
  const [, attributes] = Array.isArray(spec) ? (spec as [string, Record<string, string>]) : ['', {}];
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, [
    `h${Number(node.attrs['level']) + 1}`,
    attributes,
    0,
  ]);
  return { dom, contentDOM: contentDOM ?? null };
}
