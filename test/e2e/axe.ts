import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Audits the current state of the page: an open menu is audited open. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await waitForAnimations(page);
  // Legacy mode needs no second page but does not audit iframes. Only violations are transferred.
  const audit = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], iframes: false })
    .withTags(RULES)
    .setLegacyMode()
    .analyze();
  const violations = audit.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html}\n    ${node.failureSummary ?? violation.help}`,
    ),
  );
  if (violations.length > 0)
    throw new Error(`axe violations on ${page.url()}:\n  ${violations.join('\n  ')}`);
}

/** Colors are only final after animations have ended. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const animations = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .filter((animation) => animation.timeline === document.timeline)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(animations);
  });
}
