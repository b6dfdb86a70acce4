import { z } from '@hono/zod-openapi';
import { DomainError } from '#platform/domain-error.ts';

/** The entity tag of a resource with a numeric revision: `"7"`. */
export const revisionEtag = (revision: number) => `"${revision}"`;

/** The `headers` of a response with an entity tag. */
export const EtagHeaders = z.object({ etag: z.string().meta({ description: 'The revision: `"7"`.' }) });

export const IfMatch = z.object({
  'if-match': z.string().optional().meta({
    description: 'Required: the ETag of the version that this change is based on, `"7"`.',
    example: '"7"',
  }),
});

/** The entity tag of a resource with a text revision: `"dGhpcw"`. */
export const textEtag = (revision: string) => `"${revision}"`;

/** Parses `If-Match` for a resource with a text revision. */
export function requireTextIfMatch({ 'if-match': tag }: z.infer<typeof IfMatch>): string {
  if (tag === undefined) throw new DomainError('precondition_required');
  const revision = /^(?:W\/)?"([\w-]{1,64})"$/.exec(tag.trim())?.[1];
  if (revision === undefined) throw new DomainError('invalid', 'If-Match must be one ETag of this resource.');
  return revision;
}

/** Parses `If-Match` for a resource with a numeric revision. Weak tags match too: a compressing proxy weakens tags. */
export function requireIfMatch({ 'if-match': tag }: z.infer<typeof IfMatch>): number {
  if (tag === undefined) throw new DomainError('precondition_required');
  const revision = /^(?:W\/)?"([1-9]\d{0,8})"$/.exec(tag.trim())?.[1];
  if (revision === undefined) throw new DomainError('invalid', 'If-Match must be one ETag of this article.');
  return Number(revision);
}
