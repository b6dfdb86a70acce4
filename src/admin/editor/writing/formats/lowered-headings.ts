import { Extension } from '@tiptap/core';
import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';

/**
 * Shows the headings of the body where readers will have them, one level down under the page's only h1. What is stored
 * and copied stays h1 to h4.
 */
export const LoweredHeadings = Extension.create({
  name: 'loweredHeadings',

  addProseMirrorPlugins() {
    return [new Plugin({ props: { nodeViews: { heading: viewOf } } })];
  },
});

function viewOf(node: Node): NodeView {
  const written = node.type.spec.toDOM?.(node);
  const [, attributes] = Array.isArray(written) ? (written as [string, Record<string, string>]) : ['', {}];
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, [
    `h${Number(node.attrs['level']) + 1}`,
    attributes,
    0,
  ]);
  return { dom, contentDOM: contentDOM ?? null };
}
