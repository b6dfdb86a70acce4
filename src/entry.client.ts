import './styles.css';
import { islands } from '#islands/registry.ts';
import { TOAST_EVENT } from '#islands/toast.ts';
import { scheduleHydration } from '#islands/schedule-hydration.ts';
import { reportShownPage } from '#reader/layout/report-shown-page.ts';
import { initSharing } from '#reader/article/share-article.ts';
import { openSearchOnSlash } from '#reader/search/search-shortcut.ts';
import { runClock } from '#reader/widget/clock.ts';
import { hideWhereCovering } from '#reader/widget/visibility.ts';

const root = document.documentElement;

/** Pixels. Beyond this scroll position the navigation bar is opaque. */
const SCROLLED_PX = 50;
/**
 * Milliseconds after which the navigation marker is removed if no page was loaded (a download, an aborted navigation).
 */
const NAVIGATION_TIMEOUT_MS = 10_000;

// The Fast Refresh preamble must run before the first component; there is no index.html into which Vite could insert
// it.
if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');

function markScrolled(): void {
  root.toggleAttribute('data-scrolled', window.scrollY > SCROLLED_PX);
}

function markNavigating(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !isPlain(event) || !leadsToAnotherPage(link)) return;
  root.dataset['navigating'] = link.pathname.startsWith('/article/') ? 'article' : 'listing';
  setTimeout(clearNavigating, NAVIGATION_TIMEOUT_MS);
}

function clearNavigating(): void {
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

/**
 * A link may lead to the same document (a fragment, the same URL) or the user may navigate back, so open menus must be
 * closed.
 */
function closeMenus(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (link === null) return;
  link.closest<HTMLElement>('[popover]')?.hidePopover();
  link.closest('dialog')?.close();
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (menu.contains(link)) menu.open = false;
  }
}

function start(): void {
  if (!('popover' in HTMLElement.prototype))
    void import('#reader/layout/popover-fallback.ts').then(({ installPopoverFallback }) =>
      installPopoverFallback(),
    );
  else if (!CSS.supports('anchor-name: --a'))
    void import('#reader/layout/menu-position.ts').then(({ positionMenus }) => positionMenus());
  reportShownPage();
  markScrolled();
  addEventListener('scroll', markScrolled, { passive: true });
  // Bubble phase on the window: islands have already had the chance to call preventDefault.
  addEventListener('click', markNavigating);
  addEventListener('click', closeMenus);
  addEventListener('pageshow', clearNavigating);
  addEventListener('keydown', openSearchOnSlash);
  document.addEventListener(TOAST_EVENT, ({ detail }) => {
    void import('#islands/toaster.ts').then(({ showToast }) => showToast(detail));
  });
  initSharing();
  const widget = document.querySelector<HTMLElement>('.widget');
  if (widget !== null) {
    runClock(widget);
    hideWhereCovering(widget);
  }
  if (root.hasAttribute('data-not-found')) history.replaceState(history.state, '', '/404');
  scheduleHydration(islands);
}

// The script is async, so it may run before the document is parsed.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true });
else start();
