import { z } from 'zod';
import { setting } from './setting.ts';

export const ACCOUNT_SETTINGS = {
  account_sign_up_open: setting({
    schema: z.boolean(),
    default: true,
    label: 'Anyone can create an account',
    description:
      'Whether the login page offers it. An account has no access to the newsroom until it gets a role. Invitations and links for a new password work in either case.',
  }),
} as const;
