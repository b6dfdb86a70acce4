import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { NEWSLETTER_KEY } from './newsletter-queries.ts';

interface Command<Given, Answer> {
  readonly run: (given: Given) => Promise<Answer>;
  /** Said when it was done; nothing for what shows by itself. */
  readonly done?: string;
  readonly failed: string;
  readonly onSuccess?: (answer: Answer) => void;
}

/** Does something to the newsletter, says how it went, and has everything that shows it looked at again. */
export function useNewsletterCommand<Given = void, Answer = unknown>(command: Command<Given, Answer>) {
  const queries = useQueryClient();
  return useMutation({
    // One after the other: each is based on what the one before has left.
    scope: { id: 'newsletter' },
    mutationFn: command.run,
    onSuccess: (answer) => {
      if (command.done !== undefined) toastSuccess(command.done);
      command.onSuccess?.(answer);
    },
    onError: (error) => toastFailure(command.failed, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: NEWSLETTER_KEY }),
  });
}

/** The first complaint about a field says more than that there is one. */
function reasonOf(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.values(error.fields)[0] ?? error.message;
}
