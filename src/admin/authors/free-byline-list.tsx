import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Byline } from '#domain/articles/bylines.ts';
import { formatCount } from '#ui/format-count.ts';
import { Dialog } from '../components/dialog.tsx';
import { Notice } from '../components/notice.tsx';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { AuthorInput } from '../editor/details/author-input.tsx';
import { AuthorSearch } from './author-search.tsx';
import { freeBylinesQuery } from './author-queries.ts';
import { useLinkByline } from './use-link-byline.ts';

/** The names in bylines that have no profile: creates a profile for one, or links it to an existing one. */
export function FreeBylineList({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { page, search } = navigation.location.list;
  const found = useQuery(freeBylinesQuery({ search, page }));
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { linking, remaining } = useLinkByline();
  const isBusy = linking.isPending;
  const link = (name: string, author: string | null) =>
    linking.mutate({ name, author }, { onSuccess: focusHeading });
  // The row has disappeared, and with it the focused button, unless the user has moved on.
  const focusHeading = () => document.activeElement === document.body && heading.current?.focus();
  return (
    <PagedList
      title="Names without a profile"
      heading={heading}
      noun="name"
      query={found}
      navigation={navigation}
      count={({ total }) => {
        if (remaining !== null) return `Linking... ${formatCount(remaining, 'article')} left`;
        return total === 0 ? '' : formatCount(total, 'name');
      }}
      tools={<AuthorSearch navigation={navigation} />}
    >
      {({ bylines }) => (
        <>
          {bylines.length === 0 && (
            <Notice text={search === '' ? 'Every name has a profile' : `No names found for “${search}”`} />
          )}
          <ul className="open-rows author-rows">
            {bylines.map(({ name, article_count: count }) => (
              <li key={name} className="free-byline">
                <div>
                  <bdi className="wrap-anywhere">{name}</bdi>
                  <p className="text-xs text-muted">{formatCount(count, 'article')}</p>
                </div>
                <div className="flex flex-wrap gap-2">
                  <button
                    type="button"
                    className="button button-secondary button-small"
                    disabled={isBusy}
                    onClick={() => link(name, null)}
                  >
                    Create profile<span className="visually-hidden"> for {name}</span>
                  </button>
                  <button
                    type="button"
                    className="button button-secondary button-small"
                    disabled={isBusy}
                    onClick={() => setChosen(name)}
                  >
                    Link to profile<span className="visually-hidden"> for {name}</span>
                  </button>
                </div>
              </li>
            ))}
          </ul>
          <LinkDialog
            key={chosen}
            name={chosen}
            onClose={() => setChosen(null)}
            onLink={(author) => {
              if (chosen !== null) link(chosen, author);
              setChosen(null);
            }}
          />
        </>
      )}
    </PagedList>
  );
}

interface LinkDialogProps {
  /** Null while the dialog is closed. */
  readonly name: string | null;
  readonly onClose: () => void;
  readonly onLink: (author: string) => void;
}

function LinkDialog({ name, onClose, onLink }: LinkDialogProps) {
  const form = useId();
  const [byline, setByline] = useState<Byline>({ author: null, name: '' });
  const [error, setError] = useState<string>();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (byline.author === null) setError('Please choose a profile from the list');
    else onLink(byline.author);
  }
  return (
    <Dialog
      isOpen={name !== null}
      onClose={onClose}
      title="Link to profile"
      description={
        <>
          All articles of <bdi>{name}</bdi> get the name and page of the profile.
        </>
      }
      hasInput={byline.name !== ''}
      footer={
        <button type="submit" form={form} className="button">
          Link
        </button>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <AuthorInput
          label="Profile"
          byline={byline}
          error={error}
          onChange={(next) => {
            setByline(next);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
