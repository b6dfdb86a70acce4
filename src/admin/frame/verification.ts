import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { answerOf, openApi } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { ACCESS_KEY } from '../session/access.ts';

const NAME = 'verification';

/** A token counts once, and effects may run twice. */
const posted = new Map<string, Promise<void>>();

/**
 * Whoever comes with the link of a confirmation mail: hands its token to the server, says how it went, and takes it out
 * of the address. `waiting` until then.
 */
export function useMailedVerification(): 'waiting' | 'none' {
  const [params, setParams] = useSearchParams();
  const queries = useQueryClient();
  const token = params.get(NAME);

  useEffect(() => {
    if (token === null) return undefined;
    let isShown = true;
    const arrive = () => {
      if (!isShown) return;
      setParams(withoutToken, { replace: true });
      void queries.invalidateQueries({ queryKey: ACCESS_KEY });
    };
    const posting = posted.get(token) ?? postVerification(token);
    posted.set(token, posting);
    void posting.finally(arrive);
    return () => {
      isShown = false;
    };
  }, [token, setParams, queries]);

  return token === null ? 'none' : 'waiting';
}

function withoutToken(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete(NAME);
  return rest;
}

async function postVerification(token: string): Promise<void> {
  try {
    await answerOf(openApi['email-verifications'].$post({ json: { token } }));
    toastSuccess('Email address confirmed');
  } catch (error) {
    toastFailure('The email address was not confirmed', reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Please try the link again.';
  return error.isTemporary ? `${error.message} Then open the link again.` : error.message;
}
