import type { KeptPages } from './kept-pages.server.ts';

const MINUTE = 60_000;

/**
 * Once a minute the readers since the last count are added to what is left of earlier ones, which halves: "most read"
 * means in the last minutes. Reading itself only adds one to a number. Returns a function that ends the counting.
 */
export function startCounting(kept: KeptPages): () => void {
  const timer = setInterval(() => count(kept), MINUTE);
  timer.unref();
  return () => clearInterval(timer);
}

export function count(kept: KeptPages): void {
  for (const page of kept.all()) {
    page.heat = page.heat / 2 + page.hits;
    page.hits = 0;
  }
}
