import { Clock } from 'lucide-react';
import { isPublic } from '#domain/articles/article-state.ts';
import { titleOrUntitled } from '#domain/articles/untitled.ts';
import { momentText } from '../components/dates.ts';
import { RowButtons } from '../components/row-buttons.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import type { PickValues } from './home-picks-values.ts';

interface PickRowProps {
  readonly pick: PickValues;
  readonly index: number;
  readonly count: number;
  readonly errors: readonly (string | undefined)[];
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  readonly onExpiry: () => void;
}

/** A picked article with its place, its expiry and, if readers do not see it, its state. */
export function PickRow({ pick, index, count, errors, onMove, onRemove, onExpiry }: PickRowProps) {
  const title = titleOrUntitled(pick.title);
  const messages = errors.filter((error) => error !== undefined);
  return (
    <li data-invalid={messages.length > 0}>
      <span className="home-pick-number" aria-hidden="true">
        {index + 1}
      </span>
      <div className="home-pick-text">
        <p className="home-pick-title">
          <bdi>{title}</bdi>
        </p>
        <p className="fact-line home-pick-facts">
          <span>{index === 0 ? 'Lead' : 'Headline'}</span>
          <span>
            {pick.expiresAt === null ? 'Until removed' : `Until ${momentText(new Date(pick.expiresAt))}`}
          </span>
          {!isPublic(pick.state) && (
            <span>
              <StateBadge state={pick.state} /> Readers do not see it
            </span>
          )}
        </p>
        {messages.map((message) => (
          <p key={message} className="field-error" role="alert">
            {message}
          </p>
        ))}
      </div>
      <div className="home-pick-actions">
        <button type="button" className="icon-button" aria-label={`Expiry: ${title}`} onClick={onExpiry}>
          <Clock size={17} aria-hidden="true" />
        </button>
        <RowButtons name={title} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
    </li>
  );
}
