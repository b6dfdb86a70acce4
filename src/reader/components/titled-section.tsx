import type { ReactNode } from 'react';

interface TitledSectionProps {
  /** Begins the id of the heading; unique on the page. */
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A section of a page with forms or details, named by its heading. */
export function TitledSection({ name, title, children }: TitledSectionProps) {
  return (
    <section aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
