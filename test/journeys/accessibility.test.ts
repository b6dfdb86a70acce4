import { test } from 'vitest';
import { expectNoAxeViolations } from '../e2e/axe.ts';
import { openPage } from '../e2e/page.ts';
import { findArticlePath } from '../e2e/screens.ts';

test('one page of every kind has no axe violations', async () => {
  const paths = [
    '/articles?page=2',
    '/articles/archive',
    '/sports',
    '/podcasts',
    await findArticlePath(),
    '/search?q=river',
    '/newsletter',
    '/about',
    '/contact',
    '/your-data',
    '/404',
  ];
  const page = await openPage('/', { expectedNotFound: ['/404'] });
  await expectNoAxeViolations(page);
  for (const path of paths) {
    await page.goto(path);
    await expectNoAxeViolations(page);
  }
});
