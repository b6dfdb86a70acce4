import { type Context, Hono } from 'hono';
import { issuePath } from '#domain/newsletter/issue.ts';
import { ISSUE_PREVIEW_PATH, TOKEN_PATHS, tokenPath } from '#domain/newsletter/links.server.ts';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import type { TokenPurpose } from '#domain/newsletter/tokens.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { issuePreviewPage } from '#reader/newsletter/issue-page.tsx';
import { incompleteLinkPage, subscriptionPage } from '#reader/newsletter/subscription-page.tsx';
import { notFoundPage } from '#reader/not-found/not-found-page.tsx';
import type { FormDeps } from './form-route.server.ts';
import { handleLinkErrors, PRIVATE_HEADERS, readToken, seeOther } from './link-response.server.ts';

export interface NewsletterLinkRoutesOptions extends Pick<FormDeps, 'publications' | 'log'> {
  readonly newsletter: Newsletter;
}

/**
 * The pages that links in newsletter emails open, and their actions. A GET never changes data, because mail clients and
 * virus scanners open every link.
 */
export function newsletterLinkRoutes(options: NewsletterLinkRoutesOptions): Hono {
  const { publications, newsletter } = options;
  const app = new Hono();
  const route = (purpose: TokenPurpose, action: (token: string) => Promise<void>) => {
    app.get(TOKEN_PATHS[purpose], async (context) => {
      const own = await newsletter.findOwn(purpose, readToken(context));
      return context.html(subscriptionPage(publications.current(), purpose, own), 200, PRIVATE_HEADERS);
    });
    // The redirect leads to the same page, which shows the new state.
    app.post(TOKEN_PATHS[purpose], limitBody(), async (context) => {
      const token = readToken(context);
      await action(token);
      if (purpose === 'unsubscribe' && (await isOneClick(context)))
        return context.text('You are unsubscribed.\n', 200, PRIVATE_HEADERS);
      return seeOther(context, tokenPath(purpose, token));
    });
  };
  route('confirm', newsletter.confirm);
  route('unsubscribe', newsletter.unsubscribe);
  route('own-data', newsletter.deleteOwnData);

  app.get(ISSUE_PREVIEW_PATH, async (context) => {
    const found = await newsletter.findIssuePreview(readToken(context));
    if (found === null) return context.html(notFoundPage(publications.current()).body, 404, PRIVATE_HEADERS);
    const { issue, isPublic } = found;
    if (isPublic) return seeOther(context, issuePath(issue.number));
    return context.html((await issuePreviewPage(publications.current(), issue)).body, 200, PRIVATE_HEADERS);
  });

  app.onError(handleLinkErrors(options, () => incompleteLinkPage(publications.current())));
  return app;
}

/** Whether a mail client sent a one-click request, which must not be redirected (RFC 8058, section 3.1). */
async function isOneClick(context: Context): Promise<boolean> {
  const form = await context.req.parseBody().catch(() => ({}));
  return 'List-Unsubscribe' in form && form['List-Unsubscribe'] === 'One-Click';
}
