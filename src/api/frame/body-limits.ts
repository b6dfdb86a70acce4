import type { MiddlewareHandler } from 'hono';
import { PICTURE_BYTES_LIMIT, PICTURE_TOO_LARGE } from '#domain/images/policy.ts';
import { BODY_LIMIT, limitBody } from '#http/middleware/body-limit.ts';

const MEGABYTE = 1024 * 1024;

const LIST_TOO_LARGE = 'A list has at most 10 MB. Nothing of this one was taken.';

/** Bytes a body may have, by the beginning of the path. Articles arrive with the pictures that were pasted into them. */
const LIMITS = [
  { path: '/api/newsroom/articles', limit: limitBody(32 * MEGABYTE) },
  { path: '/api/newsroom/previews', limit: limitBody(32 * MEGABYTE) },
  { path: '/api/newsroom/images/', limit: limitBody(BODY_LIMIT) },
  { path: '/api/newsroom/images', limit: limitBody(PICTURE_BYTES_LIMIT - 1, PICTURE_TOO_LARGE) },
  { path: '/api/newsroom/newsletter/imports', limit: limitBody(10 * MEGABYTE, LIST_TOO_LARGE) },
];

const otherwise = limitBody(BODY_LIMIT);

/** No route of the API reads a body without a limit, also one that has forgotten to ask for it. */
export const limitBodies: MiddlewareHandler = (context, next) => {
  const found = LIMITS.find(({ path }) => context.req.path.startsWith(path));
  return (found?.limit ?? otherwise)(context, next);
};
