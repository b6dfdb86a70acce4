import type { Person } from './people-queries.ts';
import { activityText, ROLE_LABELS, STATE_LABELS } from './person-labels.ts';

interface PersonRowsProps {
  readonly people: readonly Person[];
  readonly onOpen: (person: Person, button: HTMLElement) => void;
}

/** A list with one button per person, which covers the row. */
export function PersonRows({ people, onOpen }: PersonRowsProps) {
  return (
    <ul className="open-rows person-rows" aria-label="People">
      {people.map((person) => (
        <li key={person.id}>
          <h3>
            <button
              type="button"
              className="row-cover row-open"
              aria-describedby={`about-${person.id}`}
              onClick={(event) => onOpen(person, event.currentTarget)}
            >
              <bdi>{person.name}</bdi>
            </button>
          </h3>
          <p className="person-email">{person.email}</p>
          <p id={`about-${person.id}`} className="person-facts">
            <span className="person-role">{ROLE_LABELS[person.role].label}</span>
            <span className={person.state === 'active' ? 'status' : 'status status-draft'}>
              {STATE_LABELS[person.state]}
            </span>
            {person.has_second_factor && <span>Second factor</span>}
            <span className="text-muted">{activityText(person)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
