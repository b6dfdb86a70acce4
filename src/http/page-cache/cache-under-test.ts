import { onTestFinished } from 'vitest';
import { silentLog } from '#platform/log.server.ts';
import { type PageCache, type PageCacheOptions, createPageCache } from './page-cache.server.ts';
import type { Rendered, Render } from './rendered.ts';

/** A page cache with a clock that only `advance` moves. */
export function cacheUnderTest(options: Partial<PageCacheOptions> = {}): {
  cache: PageCache;
  advance(ms: number): void;
} {
  let now = Date.UTC(2025, 0, 5);
  const cache = createPageCache({ clock: () => new Date(now), log: silentLog, ...options });
  onTestFinished(() => cache.close());
  return { cache, advance: (ms) => void (now += ms) };
}

export function html(text: string, tags: readonly string[] = [], status = 200): Rendered {
  const body = `<!doctype html><title>${text}</title>${'<p>So it is said.</p>'.repeat(40)}`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body, tags };
}

/** A page whose text, status and failures the test controls; counts its renders. */
export function source(text: string, tags: readonly string[] = []) {
  const state = { text, tags, count: 0, fails: false, status: 200, wait: Promise.resolve() };
  const render: Render = async () => {
    state.count += 1;
    const { text: now, status } = state;
    await state.wait;
    if (state.fails) throw new Error('the database does not answer');
    return html(now, state.tags, status);
  };
  return Object.assign(state, { render });
}

export function get(headers: Record<string, string> = {}, method = 'GET'): Request {
  return new Request('http://site.example/', { method, headers });
}

/** The title of an uncompressed response. */
export async function titleOf(response: Response): Promise<string | undefined> {
  return /<title>([^<]*)<\/title>/.exec(await response.text())?.[1];
}
