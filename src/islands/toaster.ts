import type { ToastMessage } from './toast.ts';

const SHOWN = 6_000;
const FADE = 300;
const MOST = 3;

/**
 * Adds a toast to the region, which announces it. It leaves after six seconds, not counting while the pointer or the
 * focus is in the region; one that tells of a failure stays, for it says what to do. The button and Escape close it,
 * and a fourth takes the place of the first. Plain DOM: React would cost sixty times as much.
 */
export function showToast(message: ToastMessage): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (region === null) return;
  const item = draw(message);
  const leave = (): void => close(item, region);
  if (message.kind !== 'error') {
    const stop = pausable(leave, SHOWN, () => region.matches(':hover, :focus-within'));
    item.addEventListener('close', stop);
  }
  item.querySelector('button')?.addEventListener('click', leave);
  listenForEscape();
  region.append(item);
  const before = standing(region);
  if (before.length > MOST) before[0]?.querySelector('button')?.click();
}

/** Those that are not on their way out. */
function standing(region: ParentNode): HTMLElement[] {
  return [...region.querySelectorAll<HTMLElement>('[data-toast]:not([data-leaving])')];
}

function draw({ title, description, kind = 'info' }: ToastMessage): HTMLElement {
  const item = document.createElement('div');
  item.dataset['toast'] = kind;
  item.append(text('strong', title));
  if (description !== undefined && description !== '') item.append(text('p', description));
  const button = text('button', '');
  button.setAttribute('type', 'button');
  button.setAttribute('aria-label', `Dismiss: ${title}`);
  item.append(button);
  return item;
}

function text(tag: 'strong' | 'p' | 'button', content: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  return element;
}

function close(item: HTMLElement, region: HTMLElement): void {
  if (item.dataset['leaving'] !== undefined) return;
  item.dataset['leaving'] = '';
  item.dispatchEvent(new Event('close'));
  if (item.contains(document.activeElement))
    (standing(region).at(-1)?.querySelector('button') ?? region).focus();
  setTimeout(() => item.remove(), FADE);
}

/** Calls `done` after `duration`, but looks again every so often and does not count the time it `isPaused`. Returns its end. */
function pausable(done: () => void, duration: number, isPaused: () => boolean): () => void {
  const step = 200;
  let left = duration;
  const timer = setInterval(() => {
    if (!isPaused()) left -= step;
    if (left <= 0) done();
  }, step);
  return () => clearInterval(timer);
}

let listens = false;

/** Escape closes the newest toast, unless it is meant for an open menu or dialog. */
function listenForEscape(): void {
  if (listens) return;
  listens = true;
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector(':is(:popover-open, [data-popover-open]), dialog[open]') !== null) return;
    standing(document).at(-1)?.querySelector('button')?.click();
  });
}
