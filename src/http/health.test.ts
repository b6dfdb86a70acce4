import { describe, expect, it } from 'vitest';
import { health } from './health.server.ts';

describe('health', () => {
  const healthy = health({ checkReadiness: () => Promise.resolve() });
  const failing = health({ checkReadiness: () => Promise.reject(new Error('connection refused')) });

  it('is healthy without the database and ready only with it', async () => {
    expect((await healthy.request('/healthz')).status).toBe(200);
    expect((await failing.request('/healthz')).status).toBe(200);
    expect((await healthy.request('/readyz')).status).toBe(200);
    const response = await failing.request('/readyz');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('refused');
  });

  it('is never cached', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await healthy.request(path)).headers.get('cache-control')).toBe('no-store');
    }
  });
});
