import type { ReactNode, RefObject } from 'react';

interface PanelProps {
  /** The id of the heading, which names the panel. */
  readonly titleId: string;
  readonly title: ReactNode;
  /** The heading, if it can receive the focus. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  /** Below the heading. */
  readonly note?: ReactNode;
  /** At the end of the row of the heading. */
  readonly action?: ReactNode;
  /** A class in addition to `panel`. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a screen on a surface of its own, with a heading. */
export function Panel({ titleId, title, heading, note, action, className, children }: PanelProps) {
  const titleElement = (
    <h2 id={titleId} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
      {title}
    </h2>
  );
  return (
    <section className={className === undefined ? 'panel' : `panel ${className}`} aria-labelledby={titleId}>
      <div className="list-head">
        {note === undefined ? (
          titleElement
        ) : (
          <div>
            {titleElement}
            <p className="list-count">{note}</p>
          </div>
        )}
        {action}
      </div>
      {children}
    </section>
  );
}
