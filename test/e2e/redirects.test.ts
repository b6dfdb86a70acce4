import { inject, test } from 'vitest';
import { expect } from './expect.ts';

const REDIRECTS: readonly [from: string, to: string][] = [
  ['/global-politics', '/articles/global-politics'],
  ['/african-affairs', '/articles/african-affairs'],
  ['/economy-society', '/articles/economy-society'],
  ['/articles/sports', '/sports'],
  ['/articles/culture', '/culture'],
  ['/articles/technology', '/technology'],
  ['/articles/media-power', '/media-power'],
  ['/articles/opinions', '/opinions'],
  ['/articles/investigations', '/investigations'],
];

test.each(REDIRECTS)('%s redirects to %s', async (from, to) => {
  const site = inject('siteUrl');
  const response = await fetch(site + from, { redirect: 'manual' });
  expect(response.status).toBe(301);
  expect(new URL(response.headers.get('location') ?? '', site).pathname).toBe(to);
  expect((await fetch(site + from)).status).toBe(200);
});
