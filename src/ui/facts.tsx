import type { ReactNode } from 'react';

interface FactsProps {
  readonly className: string;
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names with their values. */
export function Facts({ className, facts }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
