import { type Context, Hono } from 'hono';
import { issuePath } from '#domain/newsletter/issue.ts';
import { ISSUE_PREVIEW_PATH, TOKEN_PATHS, tokenPath } from '#domain/newsletter/links.server.ts';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { SubscribeInput } from '#domain/newsletter/subscribing.server.ts';
import type { TokenPurpose } from '#domain/newsletter/tokens.server.ts';
import { toPublicError, retryAfterHeader } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { parseForm, rejectCrossSite } from '#http/form-body.server.ts';
import type { Log } from '#platform/log.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { notFoundPage } from '../not-found/not-found-page.tsx';
import { HONEYPOT } from '../components/honeypot.tsx';
import type { Publication } from '../publication.ts';
import { issuePreviewPage } from './issue-page.tsx';
import { refusedSubscriptionPage } from './newsletter-page.tsx';
import type { SubscribeFormProps } from './subscribe-form.tsx';
import { SUBSCRIBED_PATH } from './subscribe-messages.ts';
import { incompleteLinkPage, subscriptionPage } from './subscription-page.tsx';

export interface NewsletterFormRoutesOptions {
  readonly publication: Publication;
  readonly newsletter: Newsletter;
  readonly trustProxy: number;
  readonly log: Log;
}

/** Response headers of pages for one reader: not cacheable, and the token in the URL is not sent as a referrer. */
const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/**
 * Newsletter routes for readers: the form as a browser without script submits it, and the pages that links in emails
 * open. A GET never changes data, because mail clients and virus scanners open every link.
 */
export function newsletterFormRoutes({
  publication,
  newsletter,
  trustProxy,
  log,
}: NewsletterFormRoutesOptions): Hono {
  const app = new Hono();

  app.post('/newsletter', limitBody(), async (context) => {
    rejectCrossSite(context, publication.site.url, 'Subscribe on the newsletter page of this site.');
    const { email = '', [HONEYPOT]: honeypotValue = '' } = await parseForm(context);
    const renderAgain = (
      status: 422 | 429 | 503,
      problem: NonNullable<SubscribeFormProps['problem']>,
      headers = {},
    ) =>
      context.html(refusedSubscriptionPage(publication, { email: email.slice(0, 254), problem }), status, {
        ...PRIVATE_HEADERS,
        ...headers,
      });
    const input = SubscribeInput.safeParse({ email });
    if (!input.success) return renderAgain(422, 'invalid');
    try {
      if (honeypotValue === '') await newsletter.subscribe(input.data, networkOf(context, trustProxy));
    } catch (error) {
      const publicError = toPublicError(error, log);
      const isRateLimited = publicError.code === 'too_many';
      return renderAgain(
        isRateLimited ? 429 : 503,
        isRateLimited ? 'too_many' : 'unavailable',
        retryAfterHeader(publicError),
      );
    }
    return context.redirect(SUBSCRIBED_PATH, 303);
  });

  const showPage = (purpose: TokenPurpose) => async (context: Context) => {
    const own = await newsletter.findOwn(purpose, context.req.query('token') ?? '');
    return context.html(subscriptionPage(publication, purpose, own), 200, PRIVATE_HEADERS);
  };
  app.get(TOKEN_PATHS.confirm, showPage('confirm'));
  app.get(TOKEN_PATHS.unsubscribe, showPage('unsubscribe'));
  app.get(TOKEN_PATHS['own-data'], showPage('own-data'));
  app.get(ISSUE_PREVIEW_PATH, async (context) => {
    const found = await newsletter.findIssuePreview(context.req.query('token') ?? '');
    if (found === null) return context.html(notFoundPage(publication).body, 404, PRIVATE_HEADERS);
    const { issue, isPublic } = found;
    if (isPublic) return context.body(null, 303, { ...PRIVATE_HEADERS, location: issuePath(issue.number) });
    return context.html((await issuePreviewPage(publication, issue)).body, 200, PRIVATE_HEADERS);
  });
  app.post(TOKEN_PATHS.confirm, limitBody(), runAction('confirm', newsletter.confirm));
  app.post(TOKEN_PATHS.unsubscribe, limitBody(), runAction('unsubscribe', newsletter.unsubscribe));
  app.post(TOKEN_PATHS['own-data'], limitBody(), runAction('own-data', newsletter.deleteOwnData));

  app.onError((error, context) => {
    if (error instanceof DomainError && error.code === 'invalid')
      return context.html(incompleteLinkPage(publication), 400, PRIVATE_HEADERS);
    throw error;
  });
  return app;
}

/** Runs an action and redirects (303) to its page, which shows the new state. */
const runAction =
  (purpose: TokenPurpose, action: (token: string) => Promise<void>) => async (context: Context) => {
    const token = context.req.query('token') ?? '';
    await action(token);
    if (purpose === 'unsubscribe' && (await isOneClick(context)))
      return context.text('You are unsubscribed.\n', 200, PRIVATE_HEADERS);
    return context.body(null, 303, { ...PRIVATE_HEADERS, location: tokenPath(purpose, token) });
  };

/** Whether a mail client sent a one-click request, which must not be redirected (RFC 8058, section 3.1). */
async function isOneClick(context: Context): Promise<boolean> {
  const form = await context.req.parseBody().catch(() => ({}));
  return 'List-Unsubscribe' in form && form['List-Unsubscribe'] === 'One-Click';
}
