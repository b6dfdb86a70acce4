import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Audits what is on the screen now: an open menu is audited open. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await settle(page);
  // The page and not what it frames: the short way, which needs no second page. What is right is not brought back.
  const audit = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], iframes: false })
    .withTags(RULES)
    .setLegacyMode()
    .analyze();
  const faults = audit.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html}\n    ${node.failureSummary ?? violation.help}`,
    ),
  );
  if (faults.length > 0) throw new Error(`axe finds on ${page.url()}:\n  ${faults.join('\n  ')}`);
}

/** Colours are judged after movement has ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .filter((animation) => animation.timeline === document.timeline)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(ending);
  });
}
