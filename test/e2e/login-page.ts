import type { CDPSession, Page } from 'playwright-core';
import { PASSWORD } from '../accounts.ts';

export async function enterPassword(
  page: Page,
  { email }: { readonly email: string },
  password = PASSWORD,
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** The key of the authenticator app that the page offers. */
export const secretOf = async (page: Page) =>
  (await page.locator('.enrolment-key').textContent())?.replaceAll(' ', '') ?? '';

/** Gives the page an authenticator of its own, whose user has a fingerprint for example. */
export async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { cdp, authenticatorId };
}
