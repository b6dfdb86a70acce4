/**
 * What was typed, chosen or ticked before a form woke up. React adopts the fields but does not tell their component
 * about it, so the returned function plays it back once the component listens: the value is taken away and entered again,
 * which raises the events a component hears of changes by. Focus and caret stay.
 */
export function takeTyped(within: Element): () => void {
  return () => {
    for (const field of within.querySelectorAll('input, textarea, select')) replay(field);
  };
}

function replay(field: Element): void {
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some((option) => option.selected !== option.defaultSelected))
      announce(field, 'change');
  } else if (field instanceof HTMLTextAreaElement) {
    if (field.value !== field.defaultValue) enterAgain(field, HTMLTextAreaElement.prototype);
  } else if (field instanceof HTMLInputElement) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      if (field.checked !== field.defaultChecked) tickAgain(field);
    } else if (field.type !== 'file' && field.value !== field.defaultValue) {
      enterAgain(field, HTMLInputElement.prototype);
    }
  }
}

/** React ignores an input event whose value it believes to know; the prototype's setter goes past its bookkeeping. */
function enterAgain(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const { value, selectionStart, selectionEnd } = field;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  if (selectionStart !== null && field === document.activeElement) {
    field.setSelectionRange(selectionStart, selectionEnd);
  }
  announce(field, 'input');
}

function tickAgain(field: HTMLInputElement): void {
  const { checked } = field;
  field.checked = !checked;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(field, checked);
  announce(field, 'click');
}

function announce(field: Element, type: string): void {
  field.dispatchEvent(new Event(type, { bubbles: true }));
}
