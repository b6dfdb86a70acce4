import { useQuery } from '@tanstack/react-query';
import { CornerUpRight, EyeOff } from 'lucide-react';
import { useId, useRef } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { api, parseResponse } from '../api-client.ts';
import { shortDate } from '../components/dates.ts';
import { ItemButton } from '../components/item-button.tsx';
import { ItemList } from '../components/item-list.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Panel } from '../components/panel.tsx';
import { Spinner } from '../components/spinner.tsx';
import { readableAddress } from './readable-address.ts';
import { type UnknownAddresses, unknownAddressesQuery, useRedirectCommand } from './redirect-queries.ts';

interface UnknownAddressListProps {
  /** Opens the form for an address. */
  readonly onRedirect: (path: string) => void;
}

/** The addresses without a page that were requested most often in the last 30 days. */
export function UnknownAddressList({ onRedirect }: UnknownAddressListProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const found = useQuery(unknownAddressesQuery);
  return (
    <Panel
      titleId={id}
      title="Unknown addresses"
      heading={heading}
      note="Requested most often in the last 30 days, without a page. Only the path is stored."
    >
      {found.data !== undefined ? (
        <Report report={found.data} onRedirect={onRedirect} onChanged={() => heading.current?.focus()} />
      ) : found.isError ? (
        <LoadFailure text="Failed to load unknown addresses" onRetry={found.refetch} />
      ) : (
        <Spinner label="Loading unknown addresses..." />
      )}
    </Panel>
  );
}

interface ReportProps extends UnknownAddressListProps {
  readonly report: UnknownAddresses;
  /** The row, and with it the focused button, disappears. */
  readonly onChanged: () => void;
}

function Report({ report: { addresses, ignored }, onRedirect, onChanged }: ReportProps) {
  return (
    <>
      <ItemList label="Unknown addresses" items={addresses} empty="No unknown address was requested.">
        {(address) => (
          <UnknownAddressRow
            key={address.path}
            address={address}
            onRedirect={() => onRedirect(address.path)}
            onIgnored={onChanged}
          />
        )}
      </ItemList>
      {ignored.length > 0 && (
        <details className="ignored-addresses">
          <summary>{formatCount(ignored.length, 'ignored address', 'ignored addresses')}</summary>
          <ul className="list-rows" aria-label="Ignored addresses">
            {ignored.map((path) => (
              <IgnoredAddressRow key={path} path={path} onCounted={onChanged} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface UnknownAddressRowProps {
  readonly address: UnknownAddresses['addresses'][number];
  readonly onRedirect: () => void;
  readonly onIgnored: () => void;
}

function UnknownAddressRow({ address, onRedirect, onIgnored }: UnknownAddressRowProps) {
  const { path, requests, last_day: lastDay } = address;
  const id = useId();
  const ignoring = useIgnoring(path, true, onIgnored);
  return (
    <li>
      <div className="list-row-text">
        <p id={id}>
          <bdi dir="ltr">{readableAddress(path)}</bdi>
        </p>
        <p className="list-row-detail">
          {formatCount(requests, 'request')} · last on <time dateTime={lastDay}>{shortDate(lastDay)}</time>
        </p>
      </div>
      <div className="list-row-actions">
        <ItemButton
          label="Redirect this"
          icon={CornerUpRight}
          kind="secondary"
          describedBy={id}
          onClick={onRedirect}
        />
        <ItemButton
          label="Ignore"
          icon={EyeOff}
          describedBy={id}
          isDisabled={ignoring.isPending}
          onClick={() => ignoring.mutate()}
        />
      </div>
    </li>
  );
}

interface IgnoredAddressRowProps {
  readonly path: string;
  readonly onCounted: () => void;
}

function IgnoredAddressRow({ path, onCounted }: IgnoredAddressRowProps) {
  const id = useId();
  const counting = useIgnoring(path, false, onCounted);
  return (
    <li>
      <p id={id} className="list-row-text">
        <bdi dir="ltr">{readableAddress(path)}</bdi>
      </p>
      <ItemButton
        label="Count again"
        describedBy={id}
        isDisabled={counting.isPending}
        onClick={() => counting.mutate()}
      />
    </li>
  );
}

function useIgnoring(path: string, ignored: boolean, onSuccess: () => void) {
  return useRedirectCommand({
    run: () => parseResponse(api.newsroom.redirects['ignored-addresses'].$post({ json: { path, ignored } })),
    done: ignored ? 'Address ignored' : 'Address is counted again',
    failed: 'Failed to change the address',
    onSuccess,
  });
}
