import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createSections } from '#domain/categories/section.ts';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { createSite } from '#domain/site/site.ts';
import { attemptDelivery, type DueDelivery } from './attempt.server.ts';
import { encryptWebhookSecret, generateSecret } from '../signing.server.ts';
import { silentLog } from '#platform/log.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { privateNetworks } from '#platform/outbound/address-policy.server.ts';
import { PUBLIC_URL } from '../../../../test/app.ts';

test('a receiver that sends its header byte by byte is given up after ten seconds', async () => {
  const server = createServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const key = 'a key that has more than thirty-two characters';
  const id = uuidv7();
  const due = {
    webhook: {
      id,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      secret: encryptWebhookSecret(key, id, generateSecret()),
      previousSecret: null,
      previousSecretUntil: null,
    },
    delivery: { id: uuidv7(), event: 'webhook.test', createdAt: new Date(), data: { message: 'It works.' } },
  } as DueDelivery;
  const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), { publicUrl: PUBLIC_URL });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const deps = {
      database: undefined as never,
      clock: () => new Date(),
      log: silentLog,
      site: () => site,
      key,
      receivers: { addresses: privateNetworks, allowsHttp: true },
    };
    const attempt = attemptDelivery(deps, due, new AbortController().signal);
    await connected;
    vi.advanceTimersByTime(10_000);
    expect(await attempt).toMatchObject({
      kind: 'failed',
      responseStatus: null,
      error: 'The receiver did not answer within 10 seconds.',
    });
  } finally {
    vi.useRealTimers();
    server.close();
  }
});
