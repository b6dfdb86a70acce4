import { Plus } from 'lucide-react';

interface NewItemButtonProps {
  readonly label: string;
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** Opens the form of a new item of a list. */
export function NewItemButton({ label, isSmall = false, isDisabled = false, onClick }: NewItemButtonProps) {
  return (
    <button
      type="button"
      className={isSmall ? 'button button-small' : 'button'}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Plus size={16} aria-hidden="true" />
      {label}
    </button>
  );
}
