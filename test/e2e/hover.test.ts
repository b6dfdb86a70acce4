import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from './expect.ts';
import { openPage } from './page.ts';

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

test('in every style sheet of the build, a tap leaves no hover style', async () => {
  const folder = join(import.meta.dirname, '../../dist/client/assets');
  const files = readdirSync(folder).filter((name) => name.endsWith('.css'));
  expect(files.join()).toMatch(/article-preview.*home-with-latest.*search/);
  const page = await openPage('/about');
  let rules = 0;
  for (const name of files) {
    await page.evaluate(
      (text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      },
      readFileSync(join(folder, name), 'utf8'),
    );
    const { count, unconditional } = await hoverRules(page);
    expect([name, unconditional]).toEqual([name, []]);
    rules += count;
  }
  // Those of the page itself are counted for every file.
  expect(rules).toBeGreaterThan(files.length * 10);
});
