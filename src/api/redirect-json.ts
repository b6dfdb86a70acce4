import { z } from '@hono/zod-openapi';
import {
  REDIRECT_KINDS,
  type Redirect,
  SOURCE_MAX_LENGTH,
  TARGET_MAX_LENGTH,
} from '#domain/redirects/redirect.ts';

/** Long enough for the whole address of a path that is not encoded yet. */
const ADDRESS_MAX_LENGTH = SOURCE_MAX_LENGTH + TARGET_MAX_LENGTH;

export const RedirectKind = z.enum(REDIRECT_KINDS).meta({
  description: '`exact`: one address. `prefix`: also every address below it, whose rest is appended to `to`.',
});

export const RedirectInput = z
  .strictObject({
    kind: RedirectKind.default('exact'),
    from: z
      .string()
      .max(ADDRESS_MAX_LENGTH)
      .meta({ description: 'A path of this site, of an exact one also with a query.' }),
    to: z
      .string()
      .max(ADDRESS_MAX_LENGTH)
      .meta({ description: 'A path of this site, or an address that begins with `https://`.' }),
  })
  .openapi('RedirectInput');

export const RedirectJson = z
  .object({
    id: z.uuid(),
    kind: RedirectKind,
    from: z.string().meta({
      description: 'Percent-encoded, without a slash at the end; the parameters of a query are sorted.',
    }),
    to: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Redirect');

export function redirectJson({
  id,
  kind,
  source,
  target,
  createdAt,
  updatedAt,
}: Redirect): z.infer<typeof RedirectJson> {
  return {
    id,
    kind,
    from: source,
    to: target,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
