interface TabBadgeProps {
  readonly count: number;
  /** What is counted; read out behind the number. */
  readonly what: string;
}

/** How much there is to do behind a tab. Nothing while there is nothing. */
export function TabBadge({ count, what }: TabBadgeProps) {
  if (count === 0) return null;
  return (
    <span className="tab-badge">
      {count > 99 ? '99+' : count}
      <span className="hidden-visually"> {what}</span>
    </span>
  );
}
