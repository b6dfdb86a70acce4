import { useRef } from 'react';
import type { EditedItem } from '../components/edit-dialog.tsx';
import { useItemDialog } from '../components/use-item-dialog.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { RedirectDialog, type RedirectValues } from './redirect-dialog.tsx';
import { RedirectList } from './redirect-list.tsx';
import { RedirectTransfer } from './redirect-transfer.tsx';
import { UnknownAddressList } from './unknown-address-list.tsx';

const EMPTY: RedirectValues = { kind: 'exact', from: '', to: '' };

/** Redirects, the addresses that readers asked for in vain, import and export. */
export function RedirectsPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useItemDialog<EditedItem<RedirectValues>>();
  return (
    <div className="panel-stack redirect-panels">
      <RedirectList
        navigation={navigation}
        heading={heading}
        onNew={() => form.open({ id: null, initial: EMPTY })}
        onEdit={({ id, kind, from, to }) => form.open({ id, initial: { kind, from, to } })}
      />
      <UnknownAddressList onRedirect={(from) => form.open({ id: null, initial: { ...EMPTY, from } })} />
      <RedirectTransfer />
      {form.item !== null && (
        <RedirectDialog
          key={form.opening}
          item={form.item}
          isOpen={form.isOpen}
          onClose={form.close}
          finalFocus={() => heading.current}
        />
      )}
    </div>
  );
}
