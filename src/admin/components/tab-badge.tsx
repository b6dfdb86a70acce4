interface TabBadgeProps {
  readonly count: number;
  /** What is counted, for screen readers. */
  readonly noun: string;
}

/** The number of pending items of a tab. Renders nothing for 0. */
export function TabBadge({ count, noun }: TabBadgeProps) {
  if (count === 0) return null;
  return (
    <span className="tab-badge">
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> {noun}</span>
    </span>
  );
}
