import { type Context, Hono } from 'hono';
import { issuePath } from '#domain/newsletter/issue.ts';
import { ISSUE_PREVIEW_PATH, TOKEN_PATHS, tokenPath } from '#domain/newsletter/links.server.ts';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { Subscription } from '#domain/newsletter/subscribing.server.ts';
import type { TokenPurpose } from '#domain/newsletter/tokens.server.ts';
import { describeError, retryAfter } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { readForm, refuseForeign } from '#http/plain-form.server.ts';
import type { Log } from '#platform/log.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { notFoundPage } from '../not-found/not-found-page.tsx';
import { HONEYPOT } from '../parts/honeypot.tsx';
import type { Publication } from '../publication.ts';
import { issuePreviewPage } from './issue-page.tsx';
import { refusedSubscription } from './newsletter-page.tsx';
import type { SubscribeFormProps } from './subscribe-form.tsx';
import { SUBSCRIBED_PATH } from './subscribe-texts.ts';
import { incompleteLinkPage, subscriptionPage } from './subscription-page.tsx';

export interface NewsletterDoorOptions {
  readonly publication: Publication;
  readonly newsletter: Newsletter;
  readonly trustProxy: number;
  readonly log: Log;
}

/** For one reader, with a token in the address that is to be told to nobody. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/**
 * What the newsletter does for readers: the form as a browser without script sends it, and the pages that the links of
 * the mails open. A GET never changes anything: mail programs and virus scanners open every link there is.
 */
export function newsletterDoor({ publication, newsletter, trustProxy, log }: NewsletterDoorOptions): Hono {
  const app = new Hono();

  app.post('/newsletter', limitBody(), async (context) => {
    refuseForeign(
      context,
      publication.site.url,
      'The newsletter is subscribed to from its page on this site.',
    );
    const { email = '', [HONEYPOT]: trap = '' } = await readForm(context);
    const again = (
      status: 422 | 429 | 503,
      problem: NonNullable<SubscribeFormProps['problem']>,
      headers = {},
    ) =>
      context.html(refusedSubscription(publication, { email: email.slice(0, 254), problem }), status, {
        ...PRIVATE,
        ...headers,
      });
    const given = Subscription.safeParse({ email });
    if (!given.success) return again(422, 'invalid');
    try {
      if (trap === '') await newsletter.subscribe(given.data, networkOf(context, trustProxy));
    } catch (error) {
      const shown = describeError(error, log);
      const isTooMany = shown.code === 'too_many';
      return again(isTooMany ? 429 : 503, isTooMany ? 'too_many' : 'unavailable', retryAfter(shown));
    }
    return context.redirect(SUBSCRIBED_PATH, 303);
  });

  const opens = (purpose: TokenPurpose) => async (context: Context) => {
    const own = await newsletter.findOwn(purpose, context.req.query('token') ?? '');
    return context.html(subscriptionPage(publication, purpose, own), 200, PRIVATE);
  };
  app.get(TOKEN_PATHS.confirm, opens('confirm'));
  app.get(TOKEN_PATHS.unsubscribe, opens('unsubscribe'));
  app.get(TOKEN_PATHS['own-data'], opens('own-data'));
  app.get(ISSUE_PREVIEW_PATH, async (context) => {
    const found = await newsletter.findIssuePreview(context.req.query('token') ?? '');
    if (found === null) return context.html(notFoundPage(publication).body, 404, PRIVATE);
    const { issue, isPublic } = found;
    if (isPublic) return context.body(null, 303, { ...PRIVATE, location: issuePath(issue.number) });
    return context.html((await issuePreviewPage(publication, issue)).body, 200, PRIVATE);
  });
  app.post(TOKEN_PATHS.confirm, limitBody(), does('confirm', newsletter.confirm));
  app.post(TOKEN_PATHS.unsubscribe, limitBody(), does('unsubscribe', newsletter.unsubscribe));
  app.post(TOKEN_PATHS['own-data'], limitBody(), does('own-data', newsletter.forget));

  app.onError((error, context) => {
    if (error instanceof Refusal && error.code === 'invalid')
      return context.html(incompleteLinkPage(publication), 400, PRIVATE);
    throw error;
  });
  return app;
}

/** Back to the page by GET, which shows what has become of it. */
const does = (purpose: TokenPurpose, act: (token: string) => Promise<void>) => async (context: Context) => {
  const token = context.req.query('token') ?? '';
  await act(token);
  if (purpose === 'unsubscribe' && (await isOneClick(context)))
    return context.text('You are unsubscribed.\n', 200, PRIVATE);
  return context.body(null, 303, { ...PRIVATE, location: tokenPath(purpose, token) });
};

/** Asked by a mail program, which must not be sent on (RFC 8058, section 3.1). */
async function isOneClick(context: Context): Promise<boolean> {
  const form = await context.req.parseBody().catch(() => ({}));
  return 'List-Unsubscribe' in form && form['List-Unsubscribe'] === 'One-Click';
}
