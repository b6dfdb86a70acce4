import type { HeldAccount } from '#domain/readers/holding.server.ts';
import { PublishDate } from '../parts/date.tsx';
import type { HeldProps } from './held-page.tsx';

/** An account is not deleted here: its owner may be somebody without whom nobody could publish. */
export function HeldAccountNote({ account, timeZone }: HeldProps & { readonly account: HeldAccount }) {
  const { name, emailVerified, createdAt } = account;
  return (
    <section aria-labelledby="account-title">
      <h2 id="account-title" className="text-2xl">
        Account
      </h2>
      <p className="mt-3">
        There is an account with this address, made <PublishDate date={createdAt} timeZone={timeZone} /> in
        the name of {name}
        {emailVerified ? '' : ' and never confirmed'}. It is not deleted here: please{' '}
        <a className="link" href="/contact">
          write to us
        </a>{' '}
        if it should be.
      </p>
    </section>
  );
}
