// Loaded with this module, at the first toast.
import '#ui/toasts.css';
import type { ToastMessage } from './toast.ts';

const DURATION_MS = 6_000;
const FADE_MS = 300;
const MAX_TOASTS = 3;

/**
 * Adds a toast to the live region, which announces it. The toast closes after six seconds; the timer pauses while the
 * pointer or the focus is in the region. An error toast stays until it is dismissed, because it says what to do. The
 * button and Escape close a toast, one of the same topic replaces it, and a fourth toast closes the oldest. Plain DOM keeps
 * the script small: React would be about sixty times its size.
 */
export function showToast(message: ToastMessage): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (region === null) return;
  const item = createToastElement(message);
  const dismiss = (): void => close(item, region);
  if (message.kind !== 'error') {
    const stop = startPausableTimer(dismiss, DURATION_MS, () => region.matches(':hover, :focus-within'));
    item.addEventListener('close', stop);
  }
  item.querySelector('button')?.addEventListener('click', dismiss);
  for (const open of findOpenToasts(region))
    if (message.topic !== undefined && open.dataset['topic'] === message.topic)
      open.querySelector('button')?.click();
  listenForEscape();
  region.append(item);
  const open = findOpenToasts(region);
  if (open.length > MAX_TOASTS) open[0]?.querySelector('button')?.click();
}

/** Toasts that are not closing, oldest first. */
function findOpenToasts(region: ParentNode): HTMLElement[] {
  return [...region.querySelectorAll<HTMLElement>('[data-toast]:not([data-closing])')];
}

function createToastElement({ title, description, kind = 'info', topic }: ToastMessage): HTMLElement {
  const item = document.createElement('div');
  item.dataset['toast'] = kind;
  if (topic !== undefined) item.dataset['topic'] = topic;
  item.append(createTextElement('strong', title));
  if (description !== undefined && description !== '') item.append(createTextElement('p', description));
  const button = createTextElement('button', '');
  button.setAttribute('type', 'button');
  button.setAttribute('aria-label', `Dismiss: ${title}`);
  item.append(button);
  return item;
}

function createTextElement(tag: 'strong' | 'p' | 'button', content: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  return element;
}

function close(item: HTMLElement, region: HTMLElement): void {
  if (item.dataset['closing'] !== undefined) return;
  item.dataset['closing'] = '';
  item.dispatchEvent(new Event('close'));
  if (item.contains(document.activeElement))
    (findOpenToasts(region).at(-1)?.querySelector('button') ?? region).focus();
  setTimeout(() => item.remove(), FADE_MS);
}

/**
 * Calls `done` after `duration` milliseconds, not counting the time while `isPaused` returns true (polled every 200 ms).
 * Returns a function that stops the timer.
 */
function startPausableTimer(done: () => void, duration: number, isPaused: () => boolean): () => void {
  const step = 200;
  let left = duration;
  const timer = setInterval(() => {
    if (!isPaused()) left -= step;
    if (left <= 0) done();
  }, step);
  return () => clearInterval(timer);
}

let isListening = false;

/** Escape closes the newest toast, unless a menu or a dialog is open. */
function listenForEscape(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector(':is(:popover-open, [data-popover-open]), dialog[open]') !== null) return;
    findOpenToasts(document).at(-1)?.querySelector('button')?.click();
  });
}
