import { Link } from 'react-router';
import { isPublic } from '#domain/articles/article-state.ts';
import { StateBadge } from '../components/state-badge.tsx';
import { readPublication } from '../publication.ts';
import { usePermissions } from '../session/access.ts';
import type { CalendarEntry } from './calendar-queries.ts';

const EVENTS = {
  published: 'Published',
  publish: 'Publishes',
  unpublish: 'Goes offline',
  publish_changes: 'Publishes changes',
} as const;

/** One publication or schedule, with a link to the article: in the editor, or on the site for those who cannot edit it. */
export function CalendarEntryView({ entry }: { readonly entry: CalendarEntry }) {
  const { id, slug, title, category_slug: section, state, event, at } = entry;
  const canEdit = usePermissions()('article.publish');
  const text = <bdi>{title}</bdi>;
  return (
    <>
      <p className="calendar-entry-facts">
        {EVENTS[event]} <time dateTime={at}>{timeText(at)}</time>
      </p>
      {canEdit || !isPublic(state) ? (
        <Link className="calendar-entry-title" to={`/admin/article-editor/${section}/${id}`}>
          {text}
        </Link>
      ) : (
        <a className="calendar-entry-title" href={`/article/${slug}`}>
          {text}
        </a>
      )}
      <StateBadge state={state} />
    </>
  );
}

/** "3:04 PM" in the time zone of the publication. */
const timeText = (iso: string) =>
  new Date(iso).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: readPublication().timeZone });
