import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { rejectionReason } from './api-error.ts';

export interface Command<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  /** The text of the success toast; omitted if the result is visible anyway. */
  readonly done?: string;
  readonly failed: string;
  readonly onSuccess?: (result: Result) => void;
}

interface CommandOptions {
  /** The queries that are loaded again, also after a failure. */
  readonly queryKey: QueryKey;
  /** Commands of the same scope run in sequence; without one, at once. */
  readonly scope?: string;
}

/** Runs a command, shows a toast, and loads the queries again that it may have changed. */
export function useCommand<Input = void, Result = unknown>(
  command: Command<Input, Result>,
  { queryKey, scope }: CommandOptions,
) {
  const queries = useQueryClient();
  return useMutation({
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: command.run,
    onSuccess: (result) => {
      if (command.done !== undefined) toastSuccess(command.done);
      command.onSuccess?.(result);
    },
    onError: (error) => toastFailure(command.failed, rejectionReason(error)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
