import { Mark } from '@tiptap/core';

/** A mark for subscript or superscript. The two exclude each other. */
function baselineShift(name: 'subscript' | 'superscript', tag: 'sub' | 'sup') {
  return Mark.create({
    name,
    excludes: 'subscript superscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });
}

export const Subscript = baselineShift('subscript', 'sub');
export const Superscript = baselineShift('superscript', 'sup');
