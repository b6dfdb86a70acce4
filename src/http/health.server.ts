import { Hono } from 'hono';

export interface HealthOptions {
  /** Rejects, within a few seconds, when the database or the data folder is not writable. */
  readonly checkReadiness: () => Promise<void>;
}

const NO_STORE = { 'cache-control': 'no-store' };

/** `/healthz`: the process runs. `/readyz`: it can read and write. For supervisors and load balancers; never cached. */
export function health({ checkReadiness }: HealthOptions): Hono {
  return new Hono()
    .get('/healthz', (context) => context.text('ok\n', 200, NO_STORE))
    .get('/readyz', async (context) => {
      try {
        await checkReadiness();
        return context.text('ready\n', 200, NO_STORE);
      } catch {
        return context.text('not writable\n', 503, { ...NO_STORE, 'retry-after': '2' });
      }
    });
}
