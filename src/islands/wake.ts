import { holdEvents } from './held-events.ts';
import type { IslandRegistry } from './registry.ts';

const SOON = '200px';

/** Makes every island below `root` wake at its time. Without a script, or if one fails to load, its HTML still works. */
export function wakeIslands(registry: IslandRegistry, root: ParentNode = document): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) prepare(element, registry);
}

function prepare(element: HTMLElement, registry: IslandRegistry): void {
  let isAsleep = true;
  // A form with messages of its own must not show the browser's for what is done before it listens.
  for (const form of element.querySelectorAll<HTMLFormElement>('form[data-validates]'))
    form.noValidate = true;
  const held = holdEvents(element, () => void wake());

  async function wake(): Promise<void> {
    if (!isAsleep) return;
    isAsleep = false;
    setLoading(element, true);
    try {
      const load = registry[element.dataset['island'] ?? ''];
      if (load === undefined) throw new Error(`there is no island called ${element.dataset['island'] ?? ''}`);
      const [component, { hydrateIsland }] = await Promise.all([load(), import('./hydrate.ts')]);
      await hydrateIsland(element, component);
    } catch (error) {
      reportOnce(error);
    } finally {
      setLoading(element, false);
      held.release();
    }
  }

  if (element.dataset['on'] === 'visible') whenNear(element, wake);
  else if (element.dataset['on'] === 'idle') whenIdle(wake);
}

function setLoading(element: HTMLElement, isLoading: boolean): void {
  element.toggleAttribute('data-loading', isLoading);
  if (isLoading) element.setAttribute('aria-busy', 'true');
  else element.removeAttribute('aria-busy');
}

function whenNear(element: HTMLElement, wake: () => Promise<void>): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void wake();
    },
    { rootMargin: SOON },
  );
  observer.observe(element);
}

function whenIdle(wake: () => Promise<void>): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void wake(), { timeout: 2_000 });
  else setTimeout(() => void wake(), 300);
}

let hasReported = false;

/** In the console, as for any uncaught error; once, for the others fail for the same reason. */
function reportOnce(error: unknown): void {
  if (hasReported) return;
  hasReported = true;
  reportError(new Error('An island could not be woken; its plain HTML stays in use.', { cause: error }));
}
