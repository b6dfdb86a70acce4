import { z } from 'zod';
import { EmailAddress } from '../account.ts';
import { type Role, ROLES } from '../permissions.ts';

/** `invited`: has not yet used the link of the invitation, which may have expired. */
export const PERSON_STATES = ['active', 'invited', 'suspended'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** An account with a role, or with an invitation to one. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly state: PersonState;
  /** Whether the account has a second factor. */
  readonly hasSecondFactor: boolean;
  /** Null if the person has not signed in since this is recorded. */
  readonly signedInAt: Date | null;
  /** Null unless the state is `invited`. */
  readonly invitationExpiresAt: Date | null;
}

export const PersonInvitation = z.strictObject({ email: EmailAddress, role: z.enum(ROLES) });
export type PersonInvitation = z.infer<typeof PersonInvitation>;

export const PersonChange = z.strictObject({
  role: z.enum(ROLES).optional(),
  suspended: z.boolean().optional(),
});
export type PersonChange = z.infer<typeof PersonChange>;
