import { type Command, useCommand } from '../api/use-command.ts';
import { NEWSLETTER_KEY } from './newsletter-queries.ts';

/** Runs a newsletter command, after those before it: each is based on the result of the previous one. */
export const useNewsletterCommand = <Input = void, Result = unknown>(command: Command<Input, Result>) =>
  useCommand(command, { queryKey: NEWSLETTER_KEY, scope: 'newsletter' });
