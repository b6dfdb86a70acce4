import { describe, expect, it } from 'vitest';
import { health } from './health.server.ts';

describe('health', () => {
  const well = health({ checkReadiness: () => Promise.resolve() });
  const ill = health({ checkReadiness: () => Promise.reject(new Error('connection refused')) });

  it('is alive whatever the database does, and ready only with it', async () => {
    expect((await well.request('/healthz')).status).toBe(200);
    expect((await ill.request('/healthz')).status).toBe(200);
    expect((await well.request('/readyz')).status).toBe(200);
    const response = await ill.request('/readyz');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('refused');
  });

  it('is never kept', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await well.request(path)).headers.get('cache-control')).toBe('no-store');
    }
  });
});
