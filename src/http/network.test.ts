import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { networkOf } from './network.server.ts';

async function networkSeen(
  trustProxy: number,
  peer: string | undefined,
  forwarded?: string,
): Promise<string> {
  const app = new Hono().get('/', (context) => context.text(networkOf(context, trustProxy)));
  const headers = forwarded === undefined ? undefined : { 'x-forwarded-for': forwarded };
  const env = peer === undefined ? undefined : { incoming: { socket: { remoteAddress: peer } } };
  return (await app.request('/', headers === undefined ? {} : { headers }, env)).text();
}

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('maps %s to %s', async (peer, network) => {
    expect(await networkSeen(0, peer)).toBe(network);
  });

  it('ignores X-Forwarded-For without a trusted proxy', async () => {
    expect(await networkSeen(0, '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
  });

  it('reads the entry of the outermost trusted proxy', async () => {
    expect(await networkSeen(1, '127.0.0.1', '6.6.6.6, 198.51.100.1')).toBe('198.51.100.1');
    expect(await networkSeen(2, '127.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2')).toBe('198.51.100.1');
  });

  it.each([
    ['198.51.100.1:4711', '198.51.100.1'],
    ['[2001:db8:1:2::7]:4711', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['[::ffff:198.51.100.1]:4711', '198.51.100.1'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['[fe80::1%25eth0]:4711', 'fe80:0:0:0::/64'],
    ['198.51.100.256', 'unknown'],
    ['2001:db8::1::2', 'unknown'],
    ['[2001:db8::1', '2001:db8:0:0::/64'],
    ['example.com:80', 'unknown'],
    ['%'.repeat(200_000), 'unknown'],
  ])('reads %s from one and from several trusted proxies', async (written, network) => {
    expect(await networkSeen(1, '127.0.0.1', `6.6.6.6, ${written}`)).toBe(network);
    expect(await networkSeen(2, '127.0.0.1', `6.6.6.6, ${written}, 10.0.0.2:80`)).toBe(network);
    expect(await networkSeen(3, '::ffff:10.0.0.4', `6.6.6.6 , ${written} ,10.0.0.2, [::1]:3`)).toBe(network);
  });

  it('falls back to the socket when there are fewer entries than trusted proxies', async () => {
    expect(await networkSeen(2, '127.0.0.1', '6.6.6.6')).toBe('127.0.0.1');
    expect(await networkSeen(1, '127.0.0.1')).toBe('127.0.0.1');
  });
});
