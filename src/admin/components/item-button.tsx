import type { LucideIcon } from 'lucide-react';

const CLASSES = {
  plain: 'button button-plain button-small',
  secondary: 'button button-secondary button-small',
  warning: 'button button-plain button-small button-warning',
} as const;

interface ItemButtonProps {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** The id of the name of the item, because the button of every other item has the same label. */
  readonly describedBy: string;
  readonly kind?: keyof typeof CLASSES;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** A small button in the row of an item. */
export function ItemButton(props: ItemButtonProps) {
  const { label, icon: Icon, describedBy, kind = 'plain', isDisabled = false, onClick } = props;
  return (
    <button
      type="button"
      className={CLASSES[kind]}
      aria-describedby={describedBy}
      disabled={isDisabled}
      onClick={onClick}
    >
      {Icon !== undefined && <Icon size={15} aria-hidden="true" />}
      {label}
    </button>
  );
}
