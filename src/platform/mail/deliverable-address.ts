import { DomainError } from '#platform/domain-error.ts';
import { needsSmtpUtf8, UNDELIVERABLE_ADDRESS } from './email-address.ts';

/** What this process knows about the addresses that its mail server can deliver to. */
export interface DeliverableAddresses {
  /** Called with each reply to EHLO. Before the first one, every address is taken for deliverable. */
  readonly onSmtpUtf8: (isSupported: boolean) => void;
  /** Throws `unprocessable` with a message for `field` if no email can reach a canonical address. */
  readonly require: (address: string, field?: string) => void;
}

export function createDeliverableAddresses(): DeliverableAddresses {
  let hasSmtpUtf8 = true;
  return {
    onSmtpUtf8(isSupported) {
      hasSmtpUtf8 = isSupported;
    },
    require(address, field = 'email') {
      if (!hasSmtpUtf8 && needsSmtpUtf8(address))
        throw new DomainError('unprocessable', UNDELIVERABLE_ADDRESS, {
          fields: { [field]: UNDELIVERABLE_ADDRESS },
        });
    },
  };
}
