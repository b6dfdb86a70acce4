import { useRef, useState } from 'react';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { RedirectDialog, type RedirectValues } from './redirect-dialog.tsx';
import { RedirectList } from './redirect-list.tsx';
import { RedirectTransfer } from './redirect-transfer.tsx';
import { UnknownAddressList } from './unknown-address-list.tsx';

interface OpenForm {
  readonly isOpen: boolean;
  /** A new number for each opening, so that a form does not show the input of another one. */
  readonly opening: number;
  /** Null for a new redirect. */
  readonly id: string | null;
  readonly values: RedirectValues;
}

const EMPTY: RedirectValues = { kind: 'exact', from: '', to: '' };

/** Redirects, the addresses that readers asked for in vain, import and export. */
export function RedirectsPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [form, setForm] = useState<OpenForm>({ isOpen: false, opening: 0, id: null, values: EMPTY });
  const open = (id: string | null, values: RedirectValues) =>
    setForm({ isOpen: true, opening: form.opening + 1, id, values });
  return (
    <div className="panel-stack redirect-panels">
      <RedirectList
        navigation={navigation}
        heading={heading}
        onNew={() => open(null, EMPTY)}
        onEdit={({ id, kind, from, to }) => open(id, { kind, from, to })}
      />
      <UnknownAddressList onRedirect={(from) => open(null, { ...EMPTY, from })} />
      <RedirectTransfer />
      <RedirectDialog
        key={form.opening}
        isOpen={form.isOpen}
        id={form.id}
        initial={form.values}
        onClose={() => setForm({ ...form, isOpen: false })}
        finalFocus={() => heading.current}
      />
    </div>
  );
}
