import { ACTIVATION_FIELD } from '#http/page-views/activation.ts';

/**
 * Tells the server that this page is shown, if the browser loaded it ahead of time: such a request is not counted as a
 * view, and no other follows. The response is 304 without a body. Sends nothing for a page that was loaded as usual.
 */
export function reportShownPage(): void {
  const { prerendering = false } = document as { readonly prerendering?: boolean };
  if (prerendering) document.addEventListener('prerenderingchange', report, { once: true });
  else if (wasPrefetched()) report();
}

function wasPrefetched(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as readonly {
    readonly deliveryType?: string;
  }[];
  return navigation?.deliveryType === 'navigational-prefetch';
}

function report(): void {
  const headers = { [ACTIVATION_FIELD]: '1' };
  // Without a connection the view is not counted.
  fetch(location.href, { cache: 'no-cache', headers }).catch(() => {});
}
