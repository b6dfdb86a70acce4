import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';
import { startNewsroom } from '../newsroom.ts';
import { startArticle } from './editor-page.ts';

/** The number of `:hover` rules in the style sheets of the page, and those that apply without a pointer that can hover. */
function hoverRules(
  page: Page,
): Promise<{ readonly count: number; readonly unconditional: readonly string[] }> {
  return page.evaluate(() => {
    const found = { count: 0, unconditional: [] as string[] };
    const visit = (rules: CSSRuleList, isConditional: boolean) => {
      for (const rule of rules) {
        const isCondition = rule instanceof CSSMediaRule && rule.conditionText.includes('hover: hover');
        if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover')) {
          found.count += 1;
          const isEmpty =
            rule.style.length === 0 && [...rule.cssRules].every((each) => each instanceof CSSMediaRule);
          if (!isConditional && !isEmpty) found.unconditional.push(rule.selectorText);
        }
        if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule)
          visit(rule.cssRules, isConditional || isCondition);
      }
    };
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
      visit(sheet.cssRules, false);
    return found;
  });
}

test('on reader pages, a tap leaves no hover style', async () => {
  const { count, unconditional } = await hoverRules(await openPage('/', { width: 390 }));
  expect(count).toBeGreaterThan(10);
  expect(unconditional).toEqual([]);
});

test('in every style sheet of the build, a tap leaves no hover style', async () => {
  const folder = join(import.meta.dirname, '../../dist/client/assets');
  const files = readdirSync(folder).filter((name) => name.endsWith('.css'));
  expect(files.join()).toMatch(/article-preview.*home-with-latest.*search/);
  const page = await openPage('/about');
  for (const name of files) {
    await page.evaluate(
      (text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      },
      readFileSync(join(folder, name), 'utf8'),
    );
    expect([name, (await hoverRules(page)).unconditional]).toEqual([name, []]);
  }
});

test('in the newsroom, a tap leaves no hover style', async () => {
  const site = await startNewsroom();
  onTestFinished(async () => void (await site.stop()));
  const page = await signedInPage(site, '/admin/article-editor/sports', { width: 390 });
  await startArticle(page, 'Tapped');
  const { count, unconditional } = await hoverRules(page);
  expect(count).toBeGreaterThan(10);
  expect(unconditional).toEqual([]);
});
