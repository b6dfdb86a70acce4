import { useRef, useState } from 'react';
import type { ResponseBody, api } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { shortDate, shortDay } from '../components/dates.ts';
import { SCOPE_LABELS } from './scope-labels.ts';

type TokenList = ResponseBody<Awaited<ReturnType<(typeof api.account)['api-tokens']['$get']>>>;
export type ApiToken = TokenList['tokens'][number];

interface TokenRowsProps {
  readonly tokens: readonly ApiToken[];
  readonly isBusy: boolean;
  /** Calls `close` after the request has ended. */
  readonly onRevoke: (token: ApiToken, close: () => void) => void;
}

/** A list of API tokens with a button that revokes each, after a confirmation. */
export function TokenRows({ tokens, isBusy, onRevoke }: TokenRowsProps) {
  const [revoked, setRevoked] = useState<ApiToken | null>(null);
  const isConfirmed = useRef(false);
  /** Gets the focus after a token is revoked: its button disappears, and the list if it was the last one. */
  const group = useRef<HTMLDivElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <div ref={group} role="group" aria-label="Existing API tokens" tabIndex={-1}>
        {tokens.length === 0 && <p className="settings-note">No API tokens</p>}
        <ul className="fact-rows session-rows">
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onRevoke={() => {
                isConfirmed.current = false;
                setRevoked(token);
                setConfirming(true);
              }}
            />
          ))}
        </ul>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Revoke API token"
        subject={revoked?.name ?? ''}
        text="Programs that use it are refused from their next request. This cannot be undone."
        action="Revoke"
        busyAction="Revoking..."
        isBusy={isBusy}
        isDangerous
        finalFocus={() => (isConfirmed.current ? group.current : null)}
        onConfirm={() => {
          isConfirmed.current = true;
          if (revoked !== null) onRevoke(revoked, () => setConfirming(false));
        }}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}

function TokenRow({ token, onRevoke }: { readonly token: ApiToken; readonly onRevoke: () => void }) {
  const { name, start, scopes, created_at: createdAt, used_on: usedOn, expires_on: expiresOn } = token;
  const use = usedOn === null ? 'not used yet' : `last used ${shortDay(usedOn)}`;
  return (
    <li>
      <p className="session-device">
        <bdi>{name}</bdi> {token.is_expired && <span className="status status-draft">Expired</span>}
      </p>
      <p className="text-muted">
        <code>{start}…</code> {scopes.map((scope) => SCOPE_LABELS[scope]).join(', ')}
      </p>
      <p className="text-muted">
        Created {shortDate(createdAt)}, {use}, {token.is_expired ? 'expired after' : 'expires after'}{' '}
        {shortDay(expiresOn)}
      </p>
      <button
        type="button"
        className="button button-secondary button-small"
        aria-label={`Revoke API token: ${name}`}
        onClick={onRevoke}
      >
        Revoke
      </button>
    </li>
  );
}
