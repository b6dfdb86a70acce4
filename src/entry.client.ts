import './styles.css';
import { islands } from '#islands/registry.ts';
import { TOAST } from '#islands/toast.ts';
import { wakeIslands } from '#islands/wake.ts';
import { prepareSharing } from '#reader/article/share-article.ts';
import { runClock } from '#reader/widget/clock.ts';
import { hideWhereCovering } from '#reader/widget/visibility.ts';

const root = document.documentElement;

/** Pixels. The navigation bar becomes solid beyond. */
const SCROLLED = 50;
/** Milliseconds after which a click that led nowhere (a download, an abort) is forgotten. */
const NAVIGATION = 10_000;

// Fast Refresh must be there before the first component is; there is no index.html for Vite to put it into.
if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');

function markScrolled(): void {
  root.toggleAttribute('data-scrolled', window.scrollY > SCROLLED);
}

function markNavigating(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !isPlain(event) || !leadsToAnotherPage(link)) return;
  root.dataset['navigating'] = link.pathname.startsWith('/article/') ? 'article' : 'listing';
  setTimeout(arrive, NAVIGATION);
}

function arrive(): void {
  delete root.dataset['navigating'];
}

function isPlain(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  );
}

function leadsToAnotherPage(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.hasAttribute('download')) return false;
  if (link.target !== '' && link.target !== '_self') return false;
  return link.pathname !== location.pathname || link.search !== location.search;
}

/** The page may stay (a fragment, the same address, the way back), and a menu left open would lie over it. */
function closeMenus(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (link === null) return;
  link.closest<HTMLElement>('[popover]')?.hidePopover();
  link.closest('dialog')?.close();
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (menu.contains(link)) menu.open = false;
  }
}

if (!('popover' in HTMLElement.prototype))
  void import('#reader/layout/popover-fallback.ts').then(({ installPopoverFallback }) =>
    installPopoverFallback(),
  );
markScrolled();
addEventListener('scroll', markScrolled, { passive: true });
// Capturing would see clicks an island still wants to prevent; by the time they reach the window that is decided.
addEventListener('click', markNavigating);
addEventListener('click', closeMenus);
addEventListener('pageshow', arrive);
document.addEventListener(TOAST, ({ detail }) => {
  void import('#islands/toaster.ts').then(({ showToast }) => showToast(detail));
});
const shareButton = document.querySelector<HTMLButtonElement>('[data-share]');
if (shareButton !== null) prepareSharing(shareButton);
const widget = document.querySelector<HTMLElement>('.widget');
if (widget !== null) {
  runClock(widget);
  hideWhereCovering(widget);
}
if (root.hasAttribute('data-not-found')) history.replaceState(history.state, '', '/404');
wakeIslands(islands);
