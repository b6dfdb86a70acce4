import type { Context } from 'hono';
import { Refusal } from '#platform/refusal.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The fields of a form without files, as a browser sends it. Refuses anything else (`unsupported`). */
export async function readForm({ req }: Context): Promise<Readonly<Record<string, string>>> {
  const type = (req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new Refusal('unsupported', `A form is sent as ${FORM_TYPE}.`);
  return Object.fromEntries(new URLSearchParams(await req.text()));
}

/**
 * Refuses (`forbidden`) what a page of another site has sent. No cookie rides on a request, so nobody acts as somebody
 * without wanting to; but a foreign page could have all of its readers send a form, each from a network of their own.
 */
export function refuseForeign({ req }: Context, message: string): void {
  if (req.header('sec-fetch-site') === 'cross-site') throw new Refusal('forbidden', message);
}
