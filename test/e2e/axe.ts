import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { RunOnly, RunOptions } from 'axe-core';
import type { Page, ViewportSize } from 'playwright-core';
import { emulateMedia, nextFrame } from './emulated-media.ts';
import { expect } from './expect.ts';
import { horizontalOverflow } from './geometry.ts';
import { WIDTHS } from './page.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const ALL_RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Every rule of these tags that has the tag `cat.color`. */
const COLOR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Base UI surrounds an open menu or dialog with elements that pass the focus on. axe accepts them if it recognizes that
 * something modal is open, for which it looks at five points of the window: not if the button of a menu is at one of them.
 */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** Audits the current state of the page: an open menu is audited open. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await audit(page, ALL_RULES);
}

/**
 * Audits the current state of the page in both color schemes, and returns to the light one. The dark one is audited with
 * the rules about colors: the others have the same results, because a style sheet changes nothing but colors with the
 * scheme (checked in `test/color-schemes.test.ts`).
 */
export async function expectNoAxeViolationsInBothSchemes(page: Page): Promise<void> {
  await emulateMedia(page, { colorScheme: 'light' });
  await audit(page, ALL_RULES);
  await emulateMedia(page, { colorScheme: 'dark' });
  await audit(page, COLOR_RULES);
  await emulateMedia(page, { colorScheme: 'light' });
}

/**
 * Audits the current state of the page at both widths, in both color schemes or in the light one only, and expects that it
 * does not scroll horizontally. For journeys, which run at one width (`journeyWidths`): the page returns to it.
 */
export async function expectAccessible(page: Page, schemes: 'both' | 'light' = 'both'): Promise<void> {
  const viewport = page.viewportSize() ?? { width: 1366, height: 768 };
  const audits = schemes === 'both' ? expectNoAxeViolationsInBothSchemes : expectNoAxeViolations;
  for (const width of [viewport.width, ...WIDTHS.filter((each) => each !== viewport.width)]) {
    if (page.viewportSize()?.width !== width) await resize(page, { ...viewport, width });
    await audits(page);
    expect(await horizontalOverflow(page), `horizontal overflow at ${width} pixels`).toBeLessThanOrEqual(0);
  }
  await resize(page, viewport);
}

/** Components that depend on the width are rendered in the next frame. */
async function resize(page: Page, viewport: ViewportSize): Promise<void> {
  await page.setViewportSize(viewport);
  await nextFrame(page);
}

async function audit(page: Page, runOnly: RunOnly): Promise<void> {
  await waitForAnimations(page);
  // Once per document, because loading axe takes as long as an audit.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  // Iframes are not audited. Only violations are transferred. Style sheets are not fetched and parsed a second time, which
  // takes as long as the rules: only `css-orientation-lock` reads them, which is experimental and not among the rules.
  const violations = await page.evaluate(
    async ({ exclude, ...options }) => (await window.axe.run({ exclude }, options)).violations,
    {
      exclude: FOCUS_GUARDS,
      runOnly,
      resultTypes: ['violations'],
      iframes: false,
      preload: { assets: ['media'] },
    } satisfies RunOptions & { exclude: string },
  );
  const problems = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n    ${failureSummary ?? help}`),
  );
  if (problems.length > 0) throw new Error(`axe violations on ${page.url()}:\n  ${problems.join('\n  ')}`);
}

/**
 * Colors are only final after animations have ended. Transitions are brought to their end, because drawing them takes longer
 * than an audit. The end of a transition of an inherited color can start another. In a closed `details` the browser renders
 * nothing, so an animation there never ends.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let running: Animation[];
    do {
      running = document
        .getAnimations()
        .filter((animation) => animation.playState === 'running')
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .filter((animation) => animation.timeline === document.timeline)
        .filter(
          ({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true,
        );
      for (const animation of running) if (animation instanceof CSSTransition) animation.finish();
      await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
    } while (running.length > 0);
  });
}
