import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { YOUR_DATA_PATH } from '#domain/readers/paths.ts';
import { ReaderAddress } from '#domain/readers/reader-address.ts';
import type { Readers } from '#domain/readers/readers.server.ts';
import { describeError, retryAfter } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { readForm, refuseForeign } from '#http/plain-form.server.ts';
import { textStream } from '#http/text-stream.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { Publication } from '../publication.ts';
import { unavailablePage } from '../unavailable/unavailable-page.tsx';
import type { RefusedWish } from './ask-form.tsx';
import { deletionPage } from './deletion-page.tsx';
import { closedLinkPage, heldPage } from './held-page.tsx';
import { refusedWishPage } from './your-data-page.tsx';
import { ASKED_PATH, DELETED_PATH, DONE, HELD_PATHS, heldPath } from './your-data-paths.ts';

export interface YourDataDoorOptions {
  readonly publication: Publication;
  readonly readers: Readers;
  readonly trustProxy: number;
  readonly log: Log;
}

/** For one reader, with a token in the address that is to be told to nobody. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

const DoneQuery = z.enum(DONE).nullable().catch(null);
const BeforeQuery = z.uuid().optional().catch(undefined);

/**
 * What readers may do with what is kept about their address: asking for the link, and the pages it opens. A GET never
 * changes anything: mail programs and virus scanners open every link there is.
 */
export function yourDataDoor({ publication, readers, trustProxy, log }: YourDataDoorOptions): Hono {
  const app = new Hono();
  const unavailable = unavailablePage(publication);

  app.post(YOUR_DATA_PATH, limitBody(), async (context) => {
    refuseForeign(context, publication.site.url, 'A link is asked for on the page of this site.');
    const { email = '' } = await readForm(context);
    const again = async (status: 422 | 429 | 503, problem: RefusedWish['problem'], headers = {}) =>
      context.html(await refusedWishPage(publication, { email: email.slice(0, 254), problem }), status, {
        ...PRIVATE,
        ...headers,
      });
    const address = ReaderAddress.safeParse(email);
    if (!address.success) return again(422, 'invalid');
    try {
      await readers.ask(address.data, networkOf(context, trustProxy));
    } catch (error) {
      const shown = describeError(error, log);
      const isTooMany = shown.code === 'too_many';
      return again(isTooMany ? 429 : 503, isTooMany ? 'too_many' : 'unavailable', retryAfter(shown));
    }
    return context.redirect(ASKED_PATH, 303);
  });

  app.get(HELD_PATHS.held, async (context) => {
    const token = tokenOf(context);
    const held = await readers.find(token, BeforeQuery.parse(context.req.query('before')));
    const done = DoneQuery.parse(context.req.query('done') ?? null);
    return context.html(heldPage(publication, held, { token, done }), 200, PRIVATE);
  });
  app.get(HELD_PATHS.deletion, async (context) => {
    const token = tokenOf(context);
    return context.html(deletionPage(publication, await readers.find(token), token), 200, PRIVATE);
  });
  app.get(HELD_PATHS.download, (context) => {
    const pieces = readers.takeAlong(tokenOf(context));
    return context.body(textStream(pieces), 200, {
      ...PRIVATE,
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="your-data.json"',
    });
  });

  app.post(HELD_PATHS.withdrawal, limitBody(), async (context) => {
    const token = tokenOf(context);
    const { comment = '' } = await readForm(context);
    await readers.withdrawComment(token, comment);
    return seeOther(context, heldPath('held', token, { done: 'withdrawn' }));
  });
  app.post(HELD_PATHS.unsubscription, limitBody(), async (context) => {
    const token = tokenOf(context);
    await readers.unsubscribe(token);
    return seeOther(context, heldPath('held', token, { done: 'unsubscribed' }));
  });
  app.post(HELD_PATHS.deletion, limitBody(), async (context) => {
    await readers.deleteEverything(tokenOf(context));
    return seeOther(context, DELETED_PATH);
  });

  app.onError((error, context) => {
    const { code, status } = describeError(error, log);
    if (code === 'invalid' || code === 'gone')
      return context.html(closedLinkPage(publication, code), code === 'gone' ? 410 : 400, PRIVATE);
    if (status < 500) throw error;
    return context.html(unavailable, 503, { ...PRIVATE, 'retry-after': '30' });
  });
  return app;
}

const tokenOf = ({ req }: Context): string => req.query('token') ?? '';

/** To a page by GET, and without telling it where from. */
const seeOther = (context: Context, location: string) => context.body(null, 303, { ...PRIVATE, location });
