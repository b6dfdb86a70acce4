import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import { openPage, SCRIPT, WIDTHS } from './page.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));

describe.each(VISITORS)('contact at $width pixels, script: $script', (visitor) => {
  test("Let's Connect: name, email, subject and message, all required", async () => {
    const page = await openPage('/contact', visitor);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Let's Connect");
    const form = page.getByRole('main').locator('form');
    await expect(form.getByRole('textbox')).toHaveCount(4);
    for (const label of ['Name', 'Email', 'Subject', 'Message'])
      await expect(form.getByLabel(label, { exact: true })).toHaveAttribute('required', '');
    await expect(form.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(form.getByRole('button')).toHaveCount(1);
  });

  test('gives the ways to reach the owner', async () => {
    const page = await openPage('/contact', visitor);
    const mail = page.getByRole('main').getByRole('link', { name: /@/ });
    await expect(mail).toHaveAttribute('href', /^mailto:.+@/);
  });
});
