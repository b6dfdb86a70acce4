/** Set on an open popover in browsers without `:popover-open`. */
const OPEN = 'data-popover-open';

/**
 * Opens and closes the menus in browsers without the popover API (Safari before 17, Firefox before 125): their buttons
 * toggle them; Escape, a click elsewhere and a link in them close them. Not a polyfill: there is no top layer.
 */
export function installPopoverFallback(): void {
  HTMLElement.prototype.hidePopover = hidePopover;
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const id = target.closest('[popovertarget]')?.getAttribute('popovertarget');
    const wanted =
      id === undefined || id === null ? null : document.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
    for (const popover of openPopovers())
      if (popover !== wanted && !popover.contains(target)) setOpen(popover, false);
    if (wanted !== null) setOpen(wanted, !wanted.hasAttribute(OPEN));
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const popover of openPopovers()) {
      setOpen(popover, false);
      invokersOf(popover)[0]?.focus();
    }
  });
}

function hidePopover(this: HTMLElement): void {
  setOpen(this, false);
}

const openPopovers = () => document.querySelectorAll<HTMLElement>(`[${OPEN}]`);

const invokersOf = (popover: HTMLElement) =>
  document.querySelectorAll<HTMLElement>(`[popovertarget="${CSS.escape(popover.id)}"]`);

function setOpen(popover: HTMLElement, isOpen: boolean): void {
  if (popover.hasAttribute(OPEN) === isOpen) return;
  const newState = isOpen ? 'open' : 'closed';
  popover.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));
  popover.toggleAttribute(OPEN, isOpen);
  for (const invoker of invokersOf(popover)) invoker.setAttribute('aria-expanded', String(isOpen));
}
