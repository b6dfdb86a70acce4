import { z } from 'zod';
import { ROLES } from '#domain/accounts/permissions.ts';
import { setting } from './setting.ts';

export const ACCOUNT_SETTINGS = {
  account_sign_up_open: setting({
    schema: z.boolean(),
    default: true,
    label: 'Anyone can create an account',
    description:
      'Whether the login page offers it. An account has no access to the newsroom until it gets a role. Invitations and links for a new password work in either case.',
  }),
  account_second_factor_roles: setting({
    schema: z
      .array(z.enum(ROLES))
      .max(ROLES.length)
      .transform((roles) => ROLES.filter((role) => roles.includes(role))),
    default: [],
    label: 'Roles that require a second factor',
    description:
      'People with one of these roles who have no second factor are signed out at once, you as well, and set it up when they sign in again, before anything else. Until then their API tokens are refused.',
  }),
} as const;
