import { z } from '@hono/zod-openapi';
import { Refusal } from '#platform/refusal.ts';

/** The entity tag of an article is its revision: `"7"`. */
export const revisionTag = (revision: number) => `"${revision}"`;

/** For the `headers` of an answer. */
export const TaggedHeaders = z.object({ etag: z.string().meta({ description: 'The revision: `"7"`.' }) });

export const IfMatch = z.object({
  'if-match': z
    .string()
    .optional()
    .meta({ description: 'Required: the ETag of the version this is based on, `"7"`.', example: '"7"' }),
});

/** An entity tag of a resource whose revision is no number: `"dGhpcw"`. */
export const textTag = (revision: string) => `"${revision}"`;

/** The revision an `If-Match` names, of a resource whose revision is no number. */
export function basedOnText({ 'if-match': tag }: z.infer<typeof IfMatch>): string {
  if (tag === undefined) throw new Refusal('precondition_required');
  const revision = /^(?:W\/)?"([\w-]{1,64})"$/.exec(tag.trim())?.[1];
  if (revision === undefined) throw new Refusal('invalid', 'If-Match has to be one ETag of this resource.');
  return revision;
}

/** The revision an `If-Match` names. Weak ones count too: a proxy that compresses makes them so. */
export function basedOn({ 'if-match': tag }: z.infer<typeof IfMatch>): number {
  if (tag === undefined) throw new Refusal('precondition_required');
  const revision = /^(?:W\/)?"([1-9]\d{0,8})"$/.exec(tag.trim())?.[1];
  if (revision === undefined) throw new Refusal('invalid', 'If-Match has to be one ETag of this article.');
  return Number(revision);
}
