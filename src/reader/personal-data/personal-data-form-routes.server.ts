import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { YOUR_DATA_PATH } from '#domain/personal-data/paths.ts';
import { ReaderAddress } from '#domain/personal-data/reader-address.ts';
import type { PersonalDataService } from '#domain/personal-data/personal-data.server.ts';
import { toPublicError, retryAfterHeader } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { parseForm, rejectCrossSite } from '#http/form-body.server.ts';
import { textStream } from '#http/text-stream.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { Publication } from '../publication.ts';
import { unavailablePage } from '../unavailable/unavailable-page.tsx';
import type { RefusedLinkRequest } from './link-request-form.tsx';
import { deletionPage } from './deletion-page.tsx';
import { invalidLinkPage, personalDataPage } from './personal-data-page.tsx';
import { refusedLinkRequestPage } from './link-request-page.tsx';
import {
  LINK_REQUESTED_PATH,
  DELETED_PATH,
  COMPLETED_ACTIONS,
  PERSONAL_DATA_PATHS,
  personalDataPath,
} from './personal-data-paths.ts';

export interface PersonalDataFormRoutesOptions {
  readonly publication: Publication;
  readonly readers: PersonalDataService;
  readonly trustProxy: number;
  readonly log: Log;
}

/** Response headers of pages for one reader: not cacheable, and the token in the URL is not sent as a referrer. */
const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

const CompletedActionQuery = z.enum(COMPLETED_ACTIONS).nullable().catch(null);
const BeforeQuery = z.uuid().optional().catch(undefined);

/**
 * Routes for readers' personal data: requesting the link, and the pages and actions the link opens. A GET never changes
 * data, because mail clients and virus scanners open every link.
 */
export function personalDataFormRoutes({
  publication,
  readers,
  trustProxy,
  log,
}: PersonalDataFormRoutesOptions): Hono {
  const app = new Hono();
  const unavailable = unavailablePage(publication);

  app.post(YOUR_DATA_PATH, limitBody(), async (context) => {
    rejectCrossSite(context, publication.site.url, 'Request the link on the page of this site.');
    const { email = '' } = await parseForm(context);
    const renderAgain = async (
      status: 422 | 429 | 503,
      problem: RefusedLinkRequest['problem'],
      headers = {},
    ) =>
      context.html(
        await refusedLinkRequestPage(publication, { email: email.slice(0, 254), problem }),
        status,
        {
          ...PRIVATE_HEADERS,
          ...headers,
        },
      );
    const address = ReaderAddress.safeParse(email);
    if (!address.success) return renderAgain(422, 'invalid');
    try {
      await readers.requestLink(address.data, networkOf(context, trustProxy));
    } catch (error) {
      const publicError = toPublicError(error, log);
      const isRateLimited = publicError.code === 'too_many';
      return renderAgain(
        isRateLimited ? 429 : 503,
        isRateLimited ? 'too_many' : 'unavailable',
        retryAfterHeader(publicError),
      );
    }
    return context.redirect(LINK_REQUESTED_PATH, 303);
  });

  app.get(PERSONAL_DATA_PATHS.overview, async (context) => {
    const token = readToken(context);
    const personalData = await readers.find(token, BeforeQuery.parse(context.req.query('before')));
    const done = CompletedActionQuery.parse(context.req.query('done') ?? null);
    return context.html(personalDataPage(publication, personalData, { token, done }), 200, PRIVATE_HEADERS);
  });
  app.get(PERSONAL_DATA_PATHS.deletion, async (context) => {
    const token = readToken(context);
    return context.html(deletionPage(publication, await readers.find(token), token), 200, PRIVATE_HEADERS);
  });
  app.get(PERSONAL_DATA_PATHS.download, (context) => {
    const pieces = readers.exportData(readToken(context));
    return context.body(textStream(pieces), 200, {
      ...PRIVATE_HEADERS,
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="your-data.json"',
    });
  });

  app.post(PERSONAL_DATA_PATHS.withdrawal, limitBody(), async (context) => {
    const token = readToken(context);
    const { comment = '' } = await parseForm(context);
    await readers.deleteComment(token, comment);
    return seeOther(context, personalDataPath('overview', token, { done: 'withdrawn' }));
  });
  app.post(PERSONAL_DATA_PATHS.unsubscription, limitBody(), async (context) => {
    const token = readToken(context);
    await readers.unsubscribe(token);
    return seeOther(context, personalDataPath('overview', token, { done: 'unsubscribed' }));
  });
  app.post(PERSONAL_DATA_PATHS.deletion, limitBody(), async (context) => {
    await readers.deleteEverything(readToken(context));
    return seeOther(context, DELETED_PATH);
  });

  app.onError((error, context) => {
    const { code, status } = toPublicError(error, log);
    if (code === 'invalid' || code === 'gone')
      return context.html(invalidLinkPage(publication, code), code === 'gone' ? 410 : 400, PRIVATE_HEADERS);
    if (status < 500) throw error;
    return context.html(unavailable, 503, { ...PRIVATE_HEADERS, 'retry-after': '30' });
  });
  return app;
}

const readToken = ({ req }: Context): string => req.query('token') ?? '';

/** 303 See Other: a GET without a referrer. */
const seeOther = (context: Context, location: string) =>
  context.body(null, 303, { ...PRIVATE_HEADERS, location });
