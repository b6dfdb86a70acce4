import { Hono } from 'hono';

export interface HealthOptions {
  /** Rejects, within a few seconds, when nothing can be written. */
  readonly checkReadiness: () => Promise<void>;
}

const NOT_KEPT = { 'cache-control': 'no-store' };

/** `/healthz`: the process runs. `/readyz`: it can read and write. For supervisors and load balancers; neither is kept. */
export function health({ checkReadiness }: HealthOptions): Hono {
  return new Hono()
    .get('/healthz', (context) => context.text('ok\n', 200, NOT_KEPT))
    .get('/readyz', async (context) => {
      try {
        await checkReadiness();
        return context.text('ready\n', 200, NOT_KEPT);
      } catch {
        return context.text('nothing can be written now\n', 503, { ...NOT_KEPT, 'retry-after': '2' });
      }
    });
}
