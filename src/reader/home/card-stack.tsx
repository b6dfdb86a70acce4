import { type MouseEvent, useState } from 'react';
import { ArrowRight } from 'lucide-react';
import { SectionIcon } from '../parts/section-icon.tsx';
import type { CoverageCard } from './coverage.ts';

interface CardStackProps {
  readonly cards: readonly CoverageCard[];
}

/**
 * Three cards in a pocket, in their order: one is open, of the others the head with title and link stays in view.
 * Tapping a card, or reaching it by keyboard, opens it; tapping the open one opens the next. The order never changes, in
 * the document or on the screen. Without script the style sheet lays all three out whole.
 */
export function CardStack({ cards }: CardStackProps) {
  const [open, setOpen] = useState(0);
  const onTap = (event: MouseEvent, index: number) => {
    const onLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (!onLink) setOpen(index === open ? (index + 1) % cards.length : index);
  };
  return (
    <ul className="card-stack">
      {cards.map((card, index) => (
        // The tap is a shortcut for the pointer: the keyboard gets the same by focusing a link of the card.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <li
          key={card.path}
          className="stack-card"
          data-section={card.icon}
          data-open={index === open ? '' : undefined}
          onClick={(event) => onTap(event, index)}
          onFocus={() => setOpen(index)}
        >
          <CardFace card={card} />
          <span className="stack-card-art">
            <SectionIcon of={card.icon} size={104} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function CardFace({ card }: { readonly card: CoverageCard }) {
  return (
    <>
      <div className="stack-card-head">
        <span className="stack-card-icon">
          <SectionIcon of={card.icon} size={22} />
        </span>
        <h3>{card.title}</h3>
        <a className="stack-card-link" href={card.path} aria-label={`Explore ${card.title}`}>
          Explore
          <ArrowRight size={16} aria-hidden="true" />
        </a>
      </div>
      <p>{card.description}</p>
      {card.badges.length > 0 && (
        <ul className="stack-card-badges">
          {card.badges.map((badge) => (
            <li key={badge.path}>
              <a href={badge.path}>{badge.label}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
