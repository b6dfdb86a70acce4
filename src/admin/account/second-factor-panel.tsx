import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx';
import { EnabledSecondFactor } from './enabled-second-factor.tsx';
import { SESSIONS_KEY } from './own-sessions.ts';
import { SECOND_FACTOR_KEY, secondFactorQuery } from './second-factor-queries.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** The second factor of the account. New recovery codes stay visible until the user has saved them. */
export function SecondFactorPanel() {
  const queries = useQueryClient();
  const status = useQuery(secondFactorQuery());
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  function finish(newCodes: readonly string[] | null): void {
    setCodes(newCodes);
    void queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY });
    void queries.invalidateQueries({ queryKey: SESSIONS_KEY });
  }

  if (codes !== null) return <RecoveryCodes heading="h3" codes={codes} onDone={() => setCodes(null)} />;
  if (status.data === undefined) {
    if (!status.isError) return <Spinner label="Loading the second factor…" />;
    return <LoadFailure text="The second factor could not be loaded." onRetry={() => status.refetch()} />;
  }
  if (!status.data.is_enabled) return <SetUpSecondFactor status={status.data} onEnabled={finish} />;
  return (
    <EnabledSecondFactor
      key={`${status.data.has_app}`}
      status={status.data}
      onRenewed={finish}
      onRemoved={() => finish(null)}
    />
  );
}
