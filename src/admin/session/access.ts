import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { z } from 'zod';
import { sessionFetch } from '../api/session-fetch.ts';
import { sessionKeeper, useSession } from './newsroom-session.ts';
import { userSchema } from './session.ts';

const accessSchema = z.object({ user: userSchema, role: z.literal('admin').nullable() });

/** Who is signed in and what they may do, as the database has it at this moment. */
export type Access = z.infer<typeof accessSchema>;

export const ACCESS_KEY = ['account'];

/** Asked again whenever the tab comes back, so that a role given or taken away shows. Does not ask for nobody. */
export function useAccess(): UseQueryResult<Access> {
  const session = useSession();
  return useQuery({
    queryKey: [...ACCESS_KEY, session?.user.id],
    queryFn: readAccess,
    enabled: session !== null,
  });
}

async function readAccess({ signal }: { readonly signal: AbortSignal }): Promise<Access> {
  const response = await sessionFetch('/api/account', { signal });
  const access = accessSchema.parse(await response.json());
  sessionKeeper.userUpdated(access.user);
  return access;
}
