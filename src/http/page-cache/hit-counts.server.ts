import type { PageStore } from './page-store.server.ts';

const INTERVAL_MS = 60_000;

/**
 * Once a minute, halves the read score of every page and adds the hits since the last run, so that "most read" means
 * read in the last minutes. A hit itself only increments a number. Returns a function that stops the timer.
 */
export function startHitCounting(store: PageStore): () => void {
  const timer = setInterval(() => updateReadScores(store), INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function updateReadScores(store: PageStore): void {
  for (const page of store.all()) {
    page.readScore = page.readScore / 2 + page.hits;
    page.hits = 0;
  }
}
