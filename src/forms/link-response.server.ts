import type { Context, ErrorHandler } from 'hono';
import { toPublicError } from '#http/errors.server.ts';
import { unavailablePage } from '#reader/unavailable/unavailable-page.tsx';
import type { FormDeps } from './form-route.server.ts';

/** Response headers of pages for one reader: not cacheable, and the token in the URL is not sent as a referrer. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The token of a link in an email. */
export const readToken = ({ req }: Context): string => req.query('token') ?? '';

/** 303 See Other: a GET without a referrer. */
export const seeOther = (context: Context, location: string): Response =>
  context.body(null, 303, { ...PRIVATE_HEADERS, location });

/**
 * Handles the errors of pages behind a link with a token: a page for a link that is not valid (400) or has expired (410),
 * and the unavailable page for server errors.
 */
export function handleLinkErrors(
  { publications, log }: Pick<FormDeps, 'publications' | 'log'>,
  renderInvalidLink: (reason: 'invalid' | 'gone') => string,
): ErrorHandler {
  return (error, context) => {
    const { code, status } = toPublicError(error, log);
    if (code === 'invalid' || code === 'gone')
      return context.html(renderInvalidLink(code), status, PRIVATE_HEADERS);
    if (status < 500) throw error;
    return context.html(unavailablePage(publications.current()), 503, {
      ...PRIVATE_HEADERS,
      'retry-after': '30',
    });
  };
}
