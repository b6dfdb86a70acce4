import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface ItemScreenProps {
  readonly title: string;
  /** The name of the list that the screen replaces. */
  readonly list: string;
  /** Buttons and links beside the title. */
  readonly actions?: ReactNode;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/** A screen about one item of a list, with a button back to the list. */
export function ItemScreen({ title, list, actions, onBack, children }: ItemScreenProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The screen replaces the list, and with it the element that had the focus.
  useEffect(() => heading.current?.focus(), []);
  const titleElement = (
    <h2 id={titleId} ref={heading} tabIndex={-1}>
      {title}
    </h2>
  );
  return (
    <section className="panel item-screen" aria-labelledby={titleId}>
      <button type="button" className="button button-plain button-small justify-self-start" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        {list}
      </button>
      {actions === undefined ? (
        titleElement
      ) : (
        <div className="list-head">
          {titleElement}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
