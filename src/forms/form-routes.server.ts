import { Hono } from 'hono';
import { toPublicError } from '#http/errors.server.ts';
import { gonePage } from '#reader/not-found/gone-page.tsx';
import { notFoundPage } from '#reader/not-found/not-found-page.tsx';
import { PageGone, PageNotFound } from '#reader/reader-page.tsx';
import { unavailablePage } from '#reader/unavailable/unavailable-page.tsx';
import { commentForm, type CommentFormDeps } from './comment-form.server.ts';
import { contactForm, type ContactFormDeps } from './contact-form.server.ts';
import { linkRequestForm, subscribeForm } from './email-forms.server.ts';
import { type FormDeps, formRoute } from './form-route.server.ts';
import { type RecipientLinkOptions, recipientLinkRoute } from './recipient-link-route.server.ts';
import { newsletterLinkRoutes, type NewsletterLinkRoutesOptions } from './newsletter-link-routes.server.ts';
import {
  personalDataLinkRoutes,
  type PersonalDataLinkRoutesOptions,
} from './personal-data-link-routes.server.ts';

export type FormRoutesOptions = FormDeps &
  CommentFormDeps &
  ContactFormDeps &
  RecipientLinkOptions &
  NewsletterLinkRoutesOptions &
  PersonalDataLinkRoutesOptions;

const NO_STORE = { 'cache-control': 'no-store' };

/** All public forms, and the pages and actions behind links in emails. */
export function formRoutes(options: FormRoutesOptions): Hono {
  const { publications, log } = options;
  const app = new Hono()
    .route('/', formRoute(commentForm(options), options))
    .route('/', formRoute(contactForm(options), options))
    .route('/', formRoute(subscribeForm(options), options))
    .route('/', formRoute(linkRequestForm(options), options))
    .route('/', newsletterLinkRoutes(options))
    .route('/', recipientLinkRoute(options))
    .route('/', personalDataLinkRoutes(options));

  app.onError((error, context) => {
    if (error instanceof PageNotFound)
      return context.html(notFoundPage(publications.current()).body, 404, NO_STORE);
    if (error instanceof PageGone) return context.html(gonePage(publications.current()).body, 410, NO_STORE);
    if (toPublicError(error, log).status < 500) throw error;
    // Rendering the form again failed as well.
    return context.html(unavailablePage(publications.current()), 503, { ...NO_STORE, 'retry-after': '30' });
  });
  return app;
}
