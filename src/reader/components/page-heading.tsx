import type { ReactNode } from 'react';

interface PageHeadingProps {
  readonly title: string;
  readonly description: string;
  readonly icon?: ReactNode;
}

/** The header of every page that is not an article. */
export function PageHeading({ title, description, icon }: PageHeadingProps) {
  return (
    <header className="border-b border-rule pb-8 pt-12 md:pb-10 md:pt-16">
      {icon !== undefined && <div className="mb-4 text-hue">{icon}</div>}
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-3 max-w-[42rem] font-serif text-lg text-muted">{description}</p>
    </header>
  );
}
