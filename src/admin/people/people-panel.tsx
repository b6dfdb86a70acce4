import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { Notice } from '../components/notice.tsx';
import { useItemDialog } from '../components/use-item-dialog.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { peopleQuery } from './people-queries.ts';
import { PersonDialog } from './person-dialog.tsx';
import { PersonRows } from './person-rows.tsx';

/** The people of the newsroom, and the dialogs that invite and change them. */
export function PeoplePanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { open, list } = navigation.location;
  const people = useQuery(peopleQuery(list.page));
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLElement>(null);
  const invitation = useItemDialog<null>();
  const close = () => navigation.navigate({ open: null }, { replace: true });

  return (
    <>
      <PagedList
        title="People"
        heading={heading}
        noun="person"
        nouns="people"
        query={people}
        navigation={navigation}
        count={({ total }) => formatCount(total, 'person', 'people')}
        action={
          <button type="button" className="button" onClick={() => invitation.open(null)}>
            <UserPlus size={17} aria-hidden="true" />
            Invite
          </button>
        }
      >
        {(data) =>
          data.people.length === 0 ? (
            <Notice text="No people on this page" />
          ) : (
            <PersonRows
              people={data.people}
              onOpen={(person, button) => {
                opener.current = button;
                navigation.navigate({ open: person.id });
              }}
            />
          )
        }
      </PagedList>
      <PersonDialog
        person={people.data?.people.find(({ id }) => id === open) ?? null}
        onClose={close}
        onRemoved={() => {
          // The row is about to disappear, so that it cannot get the focus.
          opener.current = null;
          close();
        }}
        finalFocus={() => (opener.current?.isConnected === true ? opener.current : heading.current)}
      />
      <InviteDialog key={invitation.opening} isOpen={invitation.isOpen} onClose={invitation.close} />
    </>
  );
}
