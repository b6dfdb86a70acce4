import { parseResponse, anonymousApi } from '../api-client.ts';
import { sessionManager } from '../session/newsroom-session.ts';

/** Signs in to an account in this browser. Throws an `ApiError` when the server refuses. */
export async function logIn(email: string, password: string): Promise<void> {
  const session = await parseResponse(anonymousApi.sessions.$post({ json: { email, password } }));
  sessionManager.setSession(session);
}
