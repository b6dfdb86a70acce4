import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { api, parseResponse } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { DeleteIconButton, EditIconButton } from '../components/item-actions.tsx';
import { ItemList } from '../components/item-list.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { useItemDialog } from '../components/use-item-dialog.ts';
import { NewItemButton } from '../components/new-item-button.tsx';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { readableAddress } from './readable-address.ts';
import { type Redirect, redirectListQuery, useRedirectCommand } from './redirect-queries.ts';

interface RedirectListProps {
  readonly navigation: DashboardNavigation;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onNew: () => void;
  readonly onEdit: (redirect: Redirect) => void;
}

/** All redirects by address. */
export function RedirectList({ navigation, heading, onNew, onEdit }: RedirectListProps) {
  const { page, search } = navigation.location.list;
  const found = useQuery(redirectListQuery({ search, page }));
  const deletion = useItemDialog<Redirect>();
  return (
    <>
      <PagedList
        title="Redirects"
        heading={heading}
        noun="redirect"
        query={found}
        navigation={navigation}
        action={<NewItemButton label="New redirect" onClick={onNew} />}
        tools={
          <SearchForm
            label="Search redirects"
            key={search}
            search={search}
            onSearch={(next) => navigation.changeList({ search: next })}
          />
        }
      >
        {({ redirects }) => (
          <ItemList
            label="Redirects"
            items={redirects}
            empty={
              search === ''
                ? 'No redirects. Renamed articles, pages and sections redirect automatically.'
                : `No redirects found for “${search}”`
            }
          >
            {(redirect) => (
              <RedirectRow
                key={redirect.id}
                redirect={redirect}
                onEdit={() => onEdit(redirect)}
                onDelete={() => deletion.open(redirect)}
              />
            )}
          </ItemList>
        )}
      </PagedList>
      {deletion.item !== null && (
        <DeleteRedirect
          redirect={deletion.item}
          isOpen={deletion.isOpen}
          onClose={deletion.close}
          finalFocus={() => heading.current}
        />
      )}
    </>
  );
}

interface RedirectRowProps {
  readonly redirect: Redirect;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function RedirectRow({ redirect: { kind, from, to }, onEdit, onDelete }: RedirectRowProps) {
  const source = readableAddress(from);
  return (
    <li>
      <div className="list-row-text">
        <p>
          <bdi dir="ltr">{source}</bdi>
          {kind === 'prefix' && <span className="text-muted"> and all below it</span>}
        </p>
        <p className="list-row-detail">
          <span aria-hidden="true">→ </span>
          <span className="visually-hidden">leads to </span>
          <bdi dir="ltr">{readableAddress(to)}</bdi>
        </p>
      </div>
      <div className="list-row-actions">
        <EditIconButton name={source} onClick={onEdit} />
        <DeleteIconButton name={source} onClick={onDelete} />
      </div>
    </li>
  );
}

function DeleteRedirect({
  redirect: { id, from },
  ...dialog
}: DialogControl & { readonly redirect: Redirect }) {
  const deleting = useRedirectCommand({
    run: () => parseResponse(api.newsroom.redirects[':id'].$delete({ param: { id } })),
    done: 'Redirect deleted',
    failed: 'Failed to delete the redirect',
  });
  return (
    <DeleteDialog
      {...dialog}
      title="Delete redirect"
      subject={readableAddress(from)}
      text="The address will answer that the page was not found."
      request={deleting}
    />
  );
}
