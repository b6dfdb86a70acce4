import { Hono } from 'hono';

export interface HealthOptions {
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>;
}

const NOT_KEPT = { 'cache-control': 'no-store' };

/** `/healthz`: the process runs. `/readyz`: it can do its work. For supervisors and load balancers; neither is kept. */
export function health({ ping }: HealthOptions): Hono {
  return new Hono()
    .get('/healthz', (context) => context.text('ok\n', 200, NOT_KEPT))
    .get('/readyz', async (context) => {
      try {
        await ping();
        return context.text('ready\n', 200, NOT_KEPT);
      } catch {
        return context.text('the database does not answer\n', 503, { ...NOT_KEPT, 'retry-after': '2' });
      }
    });
}
