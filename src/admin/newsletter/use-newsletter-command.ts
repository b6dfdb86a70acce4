import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rejectionReason } from '../api/api-error.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { NEWSLETTER_KEY } from './newsletter-queries.ts';

interface Command<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  /** The text of the success toast; omitted if the result is visible anyway. */
  readonly done?: string;
  readonly failed: string;
  readonly onSuccess?: (result: Result) => void;
}

/** Runs a newsletter command, shows a toast and invalidates all newsletter queries. */
export function useNewsletterCommand<Input = void, Result = unknown>(command: Command<Input, Result>) {
  const queries = useQueryClient();
  return useMutation({
    // Commands run in sequence, because each is based on the result of the previous one.
    scope: { id: 'newsletter' },
    mutationFn: command.run,
    onSuccess: (result) => {
      if (command.done !== undefined) toastSuccess(command.done);
      command.onSuccess?.(result);
    },
    onError: (error) => toastFailure(command.failed, rejectionReason(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: NEWSLETTER_KEY }),
  });
}
