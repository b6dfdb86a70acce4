import type { CurrentSite } from '#domain/site/site.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Log } from '#platform/log.server.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';

/** Which receivers are allowed. */
export interface ReceiverPolicy {
  readonly addresses: OutboundPolicy;
  /** Whether `http:` is allowed too. */
  readonly allowsHttp: boolean;
}

/** Dependencies of the commands and jobs of webhooks. */
export interface WebhookDeps extends CommandDeps {
  readonly log: Log;
  readonly site: CurrentSite;
  readonly receivers: ReceiverPolicy;
  /** The `authSecret`, from which the key that encrypts secrets is derived. */
  readonly key: string;
}
