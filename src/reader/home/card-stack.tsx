import { type CSSProperties, type FocusEvent, type MouseEvent, useState } from 'react';
import { ArrowRight } from 'lucide-react';
import { NamedIcon } from '#ui/named-icon.tsx';
import type { CoverageCard } from './coverage.ts';

interface CardStackProps {
  readonly cards: readonly CoverageCard[];
}

/**
 * Cards in a stack, usually three. The front card is fully visible; the others show only their header with title and link.
 * Tapping a card, or focusing it with the keyboard, brings it to the front; tapping the front card sends it to the back.
 * The document order never changes. Without script the style sheet shows all cards in full.
 */
export function CardStack({ cards }: CardStackProps) {
  /** Indexes of the cards, front card first. */
  const [order, setOrder] = useState(() => [...cards.keys()]);
  const bringToFront = (index: number) => setOrder((before) => [index, ...without(before, index)]);
  const sendToBack = (index: number) => setOrder((before) => [...without(before, index), index]);
  const onTap = (event: MouseEvent, index: number) => {
    const onLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (onLink) return;
    if (order[0] === index) sendToBack(index);
    else bringToFront(index);
  };
  // Pressing a link with the pointer also focuses it; the link must not move before the click event.
  const onFocus = (event: FocusEvent, index: number) => {
    if (event.target.matches(':focus-visible')) bringToFront(index);
  };
  return (
    <ul className="card-stack" style={number('--cards', cards.length)}>
      {cards.map((card, index) => (
        // The click handler is for pointers only: with the keyboard, focusing a link of the card does the same.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <li
          key={card.path}
          className="stack-card"
          data-section={card.slug}
          data-position={order.indexOf(index) + 1}
          style={number('--position', order.indexOf(index) + 1)}
          onClick={(event) => onTap(event, index)}
          onFocus={(event) => onFocus(event, index)}
        >
          <CardFace card={card} />
          <span className="stack-card-art">
            <NamedIcon name={card.icon} size={104} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Sets a custom property, with which the style sheet computes the place of a card. */
const number = (name: '--cards' | '--position', value: number) => ({ [name]: value }) as CSSProperties;

function without(order: readonly number[], index: number): number[] {
  return order.filter((other) => other !== index);
}

function CardFace({ card }: { readonly card: CoverageCard }) {
  return (
    <>
      <div className="stack-card-head">
        <span className="stack-card-icon">
          <NamedIcon name={card.icon} size={22} />
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
