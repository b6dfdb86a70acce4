import { captureEvents } from './event-replay.ts';
import type { IslandRegistry } from './registry.ts';

const VIEWPORT_MARGIN = '200px';

/**
 * Schedules the hydration of every island below `root` by its `data-on` attribute. If a script is missing or fails to
 * load, the server-rendered HTML keeps working.
 */
export function scheduleHydration(registry: IslandRegistry, root: ParentNode = document): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) prepareIsland(element, registry);
}

function prepareIsland(element: HTMLElement, registry: IslandRegistry): void {
  let isPending = true;
  const eventReplay = captureEvents(element, () => void hydrate());

  async function hydrate(): Promise<void> {
    if (!isPending) return;
    isPending = false;
    setLoading(element, true);
    try {
      const load = registry[element.dataset['island'] ?? ''];
      if (load === undefined) throw new Error(`there is no island called ${element.dataset['island'] ?? ''}`);
      const [component, { hydrateIsland }] = await Promise.all([load(), import('./hydrate-island.ts')]);
      await hydrateIsland(element, component);
    } catch (error) {
      reportOnce(error);
    } finally {
      setLoading(element, false);
      eventReplay.replay();
    }
  }

  if (element.dataset['on'] === 'visible') whenNearViewport(element, hydrate);
  else if (element.dataset['on'] === 'idle') whenIdle(hydrate);
}

function setLoading(element: HTMLElement, isLoading: boolean): void {
  element.toggleAttribute('data-loading', isLoading);
  if (isLoading) element.setAttribute('aria-busy', 'true');
  else element.removeAttribute('aria-busy');
}

function whenNearViewport(element: HTMLElement, hydrate: () => Promise<void>): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void hydrate();
    },
    { rootMargin: VIEWPORT_MARGIN },
  );
  observer.observe(element);
}

function whenIdle(hydrate: () => Promise<void>): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void hydrate(), { timeout: 2_000 });
  else setTimeout(() => void hydrate(), 300);
}

let hasReported = false;

/** Reports the error as uncaught. Reports only the first, because further islands fail for the same reason. */
function reportOnce(error: unknown): void {
  if (hasReported) return;
  hasReported = true;
  reportError(
    new Error('An island could not be hydrated; its server-rendered HTML stays in use.', { cause: error }),
  );
}
