/**
 * Preserves what the user typed, selected or checked before a form was hydrated. React adopts the fields with their
 * values but fires no change events. The returned function, called after hydration, clears each changed value and sets it
 * again, which fires those events. Focus and caret are preserved.
 */
export function createInputReplay(within: Element): () => void {
  return () => {
    for (const field of within.querySelectorAll('input, textarea, select')) replayField(field);
  };
}

function replayField(field: Element): void {
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some((option) => option.selected !== option.defaultSelected))
      dispatch(field, 'change');
  } else if (field instanceof HTMLTextAreaElement) {
    if (field.value !== field.defaultValue) reenterValue(field, HTMLTextAreaElement.prototype);
  } else if (field instanceof HTMLInputElement) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      if (field.checked !== field.defaultChecked) reenterChecked(field);
    } else if (field.type !== 'file' && field.value !== field.defaultValue) {
      reenterValue(field, HTMLInputElement.prototype);
    }
  }
}

/** React ignores an input event whose value equals its tracked value; the prototype's setter bypasses that tracking. */
function reenterValue(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const { value, selectionStart, selectionEnd } = field;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  if (selectionStart !== null && field === document.activeElement) {
    field.setSelectionRange(selectionStart, selectionEnd);
  }
  dispatch(field, 'input');
}

function reenterChecked(field: HTMLInputElement): void {
  const { checked } = field;
  field.checked = !checked;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(field, checked);
  dispatch(field, 'click');
}

function dispatch(field: Element, type: string): void {
  field.dispatchEvent(new Event(type, { bubbles: true }));
}
