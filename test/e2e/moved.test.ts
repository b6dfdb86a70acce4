import { expect } from '@playwright/test';
import { inject, test } from 'vitest';

const MOVED: readonly [from: string, to: string][] = [
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

test.each(MOVED)('%s has moved to %s', async (from, to) => {
  const site = inject('siteUrl');
  const answer = await fetch(site + from, { redirect: 'manual' });
  expect(answer.status).toBe(301);
  expect(new URL(answer.headers.get('location') ?? '', site).pathname).toBe(to);
  expect((await fetch(site + from)).status).toBe(200);
});
