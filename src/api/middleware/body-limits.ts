import type { MiddlewareHandler } from 'hono';
import { PICTURE_MAX_BYTES, PICTURE_TOO_LARGE_MESSAGE } from '#domain/images/policy.ts';
import { BODY_LIMIT, limitBody } from '#http/middleware/body-limit.ts';

const MEGABYTE = 1024 * 1024;

const REDIRECTS_TOO_LARGE = 'A list of redirects can have at most 2 MB. Nothing was imported.';
const LIST_TOO_LARGE = 'A list can have at most 10 MB. Nothing was imported.';

const limitPicture = limitBody(PICTURE_MAX_BYTES - 1, PICTURE_TOO_LARGE_MESSAGE);

/** Maximum body sizes by path prefix; the first match applies. Articles and pages can include pasted images as `data:` URLs. */
const LIMITS = [
  { path: '/api/newsroom/articles', limit: limitBody(32 * MEGABYTE) },
  { path: '/api/newsroom/previews', limit: limitBody(32 * MEGABYTE) },
  { path: '/api/newsroom/publication-checks', limit: limitBody(32 * MEGABYTE) },
  { path: '/api/newsroom/pages', limit: limitBody(32 * MEGABYTE) },
  { path: '/api/newsroom/images/', limit: limitBody(BODY_LIMIT) },
  { path: '/api/newsroom/images', limit: limitPicture },
  { path: '/api/newsroom/settings/logos', limit: limitPicture },
  { path: '/api/newsroom/settings/icons', limit: limitPicture },
  { path: '/api/newsroom/newsletter/imports', limit: limitBody(10 * MEGABYTE, LIST_TOO_LARGE) },
  { path: '/api/newsroom/redirects/imports', limit: limitBody(2 * MEGABYTE, REDIRECTS_TOO_LARGE) },
];

const defaultLimit = limitBody(BODY_LIMIT);

/** Limits the body of every API request. Routes that set no limit of their own get the default. */
export const limitBodies: MiddlewareHandler = (context, next) => {
  const found = LIMITS.find(({ path }) => context.req.path.startsWith(path));
  return (found?.limit ?? defaultLimit)(context, next);
};
