import type { CommandDeps } from '#platform/command-deps.ts';
import type { Log } from '#platform/log.server.ts';
import type { DeliverableAddresses } from '#platform/mail/deliverable-address.ts';
import type { MailSender } from '#platform/mail/mail-layout.tsx';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import type { Auth } from './auth.server.ts';
import type { OnReducedAccess } from './reduced-access.ts';
import type { TrustedNetworks } from './trusted-networks.server.ts';
import type { HashingQueue } from './password-hashing.server.ts';

/** Dependencies of the account commands. */
export interface AccountDeps extends CommandDeps {
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly addresses: DeliverableAddresses;
  readonly trustedNetworks: TrustedNetworks;
  readonly hashing: HashingQueue;
  /** Loads the session and token library on first use. Most processes never need it. */
  readonly auth: () => Promise<Auth>;
  /** Whether anyone can create an account, after every change. */
  readonly isSignUpOpen: () => Promise<boolean>;
  /** The roles that require a second factor, after every change. */
  readonly secondFactorRoles: () => Promise<readonly string[]>;
  readonly onReducedAccess: OnReducedAccess;
  /** Without a trailing slash. Passkeys are bound to its host name. */
  readonly publicUrl: string;
  /** Signs refresh tokens and challenges; keys for recovery codes and the secrets of second factors derive from it. */
  readonly secret: string;
  /** The publication as the sender of emails; it can change at runtime. */
  readonly sender: () => MailSender;
}
