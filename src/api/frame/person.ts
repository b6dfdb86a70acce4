import { z } from '@hono/zod-openapi';

/** Who has an account, as shown to themselves. */
export const Person = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean().meta({ description: 'Whether they have shown that the address is theirs.' }),
  })
  .openapi('Person');
