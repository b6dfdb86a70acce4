import type { Rendered } from '#http/page-cache/rendered.ts';

/** A text file for programs. */
export const plainText = (body: string, tags: readonly string[]): Rendered => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
  tags,
});
