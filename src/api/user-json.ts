import { z } from '@hono/zod-openapi';

/** An account, as its owner sees it. */
export const User = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean().meta({ description: 'Whether the owner has confirmed the address.' }),
  })
  .openapi('User');
