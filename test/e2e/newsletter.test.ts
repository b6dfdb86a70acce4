import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import { openPage, SCRIPT, WIDTHS } from './page.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));

describe.each(VISITORS)('the newsletter at $width pixels, script: $script', (visitor) => {
  test('asks for an address and nothing else', async () => {
    const page = await openPage('/newsletter', visitor);
    const main = page.getByRole('main');
    await expect(main.getByText(/\bfree\b/i).first()).toBeVisible();
    const fields = main.getByRole('textbox');
    await expect(fields).toHaveCount(1);
    await expect(main.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(main.getByLabel('Email')).toHaveAttribute('required', '');
    await expect(main.getByRole('button')).toHaveCount(1);
  });

  test('lists five benefits', async () => {
    const page = await openPage('/newsletter', visitor);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5);
  });
});
