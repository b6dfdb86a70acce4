import { DomainError } from '#platform/domain-error.ts';

/** A rendered element, with the ids to which it refers. */
export interface RenderedElement {
  readonly id: string | null;
  readonly references: readonly string[];
  readonly children: readonly RenderedElement[];
}

/** Elements that a browser renders, counting those that are referred to as often as they are. */
const MAX_RENDERED_ELEMENTS = 20_000;
/** References to references. */
const MAX_REFERENCE_DEPTH = 16;

/**
 * Throws `unsupported` for a picture whose references repeat elements so often that rendering it takes long, or refer to
 * themselves. Thirty elements, each of which repeats the previous one twice, are a billion.
 */
export function limitReferences(root: RenderedElement): void {
  const byId = new Map<string, RenderedElement>();
  collectIds(root, byId);
  const measured = new Map<RenderedElement, { readonly count: number; readonly depth: number }>();
  const inProgress = new Set<RenderedElement>();

  function measure(element: RenderedElement, depthBefore: number): { count: number; depth: number } {
    const known = measured.get(element);
    if (known !== undefined) {
      if (depthBefore + known.depth > MAX_REFERENCE_DEPTH) throw tooComplicated();
      return known;
    }
    if (inProgress.has(element) || depthBefore > MAX_REFERENCE_DEPTH) throw tooComplicated();
    inProgress.add(element);
    let count = 1;
    let depth = 0;
    for (const child of element.children) {
      const inner = measure(child, depthBefore);
      count += inner.count;
      depth = Math.max(depth, inner.depth);
    }
    for (const id of element.references) {
      const target = byId.get(id);
      if (target === undefined) continue;
      const inner = measure(target, depthBefore + 1);
      count += inner.count;
      depth = Math.max(depth, inner.depth + 1);
    }
    if (count > MAX_RENDERED_ELEMENTS) throw tooComplicated();
    inProgress.delete(element);
    measured.set(element, { count, depth });
    return { count, depth };
  }
  measure(root, 0);
}

/** Of elements with the same id, browsers use the first. */
function collectIds(element: RenderedElement, byId: Map<string, RenderedElement>): void {
  if (element.id !== null && !byId.has(element.id)) byId.set(element.id, element);
  for (const child of element.children) collectIds(child, byId);
}

const tooComplicated = () =>
  new DomainError('unsupported', 'The SVG repeats its elements too often. Please simplify it.');
