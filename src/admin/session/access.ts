import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { z } from 'zod';
import { type Action, findScope, ROLES } from '#domain/accounts/permissions.ts';
import { authenticatedFetch } from '../api/authenticated-fetch.ts';
import { sessionManager, useSession } from './newsroom-session.ts';
import { userSchema } from './session.ts';

const accessSchema = z.object({
  user: userSchema,
  role: z.enum(ROLES).nullable(),
  /** The profile that is linked to the account. */
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
});

/** The signed-in user with role and profile, as currently stored in the database. */
export type Access = z.infer<typeof accessSchema>;

export const ACCESS_QUERY_KEY = ['account'];

/** Refetched when the window regains focus, so that role changes show. Disabled without a session. */
export function useAccess(): UseQueryResult<Access> {
  const session = useSession();
  return useQuery({
    queryKey: [...ACCESS_QUERY_KEY, session?.user.id],
    queryFn: fetchAccess,
    enabled: session !== null,
  });
}

/** Returns a function that tells whether the role of the user includes an action. The server checks every request again. */
export function usePermissions(): (action: Action) => boolean {
  const role = useAccess().data?.role ?? null;
  return (action) => findScope(role, action) !== null;
}

async function fetchAccess({ signal }: { readonly signal: AbortSignal }): Promise<Access> {
  const response = await authenticatedFetch('/api/account', { signal });
  const access = accessSchema.parse(await response.json());
  sessionManager.updateUser(access.user);
  return access;
}
