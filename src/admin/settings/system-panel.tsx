import { useMutation, useQuery } from '@tanstack/react-query';
import { HardDrive, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Facts } from '#ui/facts.tsx';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { shortDateTime } from '../components/dates.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Panel } from '../components/panel.tsx';
import { Spinner } from '../components/spinner.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { emailText } from '../email-text.ts';
import { useSession } from '../session/newsroom-session.ts';
import { openChecks, openOffers, type System, systemQuery } from './system-query.ts';

const { system: systemApi } = api.newsroom;

type Outcome = ResponseBody<Awaited<ReturnType<(typeof systemApi)['mail-tests']['$post']>>>;

/** The installation, read-only, with tests of email and storage. */
export function SystemPanel() {
  const system = useQuery(systemQuery());
  return (
    <Panel titleId="settings-title" title="System">
      {system.data !== undefined ? (
        <>
          <Checklist checks={system.data.checklist} />
          <SystemFacts system={system.data} />
          <Tests />
        </>
      ) : system.isError ? (
        <LoadFailure text="Failed to load the system" onRetry={system.refetch} />
      ) : (
        <Spinner label="Loading system..." />
      )}
    </Panel>
  );
}

/** What should be done before the publication goes live, and what is only offered; nothing once all of it is done. */
function Checklist({ checks }: { readonly checks: System['checklist'] }) {
  const [open, offers] = [openChecks(checks), openOffers(checks)];
  if (open.length + offers.length === 0) return null;
  return (
    <div className="settings-notice">
      <h3>Before you go live</h3>
      <ul className="go-live-list">
        {open.map(({ name, task }) => (
          <li key={name}>{task}</li>
        ))}
        {offers.map(({ name, task }) => (
          <li key={name}>{task} (optional)</li>
        ))}
      </ul>
    </div>
  );
}

function SystemFacts({ system }: { readonly system: System }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Version', `${system.version}, with Node.js ${system.node}`],
    ['Public URL', system.public_url],
    ['Database', system.database],
    ['Email', system.mail],
    ['Pictures', system.storage],
    ['Last backup', system.last_backup === null ? 'none recorded' : shortDateTime(system.last_backup)],
    ['Free disk space', formatFreeSpace(system.free_megabytes)],
  ];
  return <Facts className="system-facts" facts={facts} />;
}

const MEGABYTES_PER_GIGABYTE = 1024;

function formatFreeSpace(megabytes: number): string {
  const gigabytes = megabytes / MEGABYTES_PER_GIGABYTE;
  return gigabytes < 1 ? `${megabytes} MB` : `${gigabytes.toFixed(1)} GB`;
}

function Tests() {
  const session = useSession();
  return (
    <div className="system-tests">
      <TestButton
        icon={<Mail size={16} aria-hidden="true" />}
        label="Send test email"
        busyLabel="Sending..."
        success={emailText(`Test email sent to ${session?.user.email ?? 'your address'}`, 'The test email')}
        failure="The test email was not accepted"
        run={() => parseResponse(systemApi['mail-tests'].$post())}
      />
      <TestButton
        icon={<HardDrive size={16} aria-hidden="true" />}
        label="Test picture storage"
        busyLabel="Testing..."
        success="A test file was written, read and deleted"
        failure="The picture storage cannot be used"
        run={() => parseResponse(systemApi['storage-tests'].$post())}
      />
    </div>
  );
}

interface TestButtonProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly busyLabel: string;
  readonly success: string;
  readonly failure: string;
  readonly run: () => Promise<Outcome>;
}

function TestButton({ icon, label, busyLabel, success, failure, run }: TestButtonProps) {
  const test = useMutation({
    mutationFn: run,
    onSuccess: ({ is_successful: isSuccessful, reason }) =>
      isSuccessful ? toastSuccess(success) : toastFailure(failure, reason),
    onError: (error) => toastFailure(failure, error instanceof ApiError ? error.message : undefined),
  });
  return (
    <button
      type="button"
      className="button button-secondary"
      disabled={test.isPending}
      onClick={() => test.mutate()}
    >
      {icon}
      {test.isPending ? busyLabel : label}
    </button>
  );
}
