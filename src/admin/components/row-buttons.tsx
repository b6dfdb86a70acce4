import { ArrowDown, ArrowUp, X } from 'lucide-react';

interface RowButtonsProps {
  /** The name of the row in the labels of its buttons. */
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  /** Without it the row cannot be removed. */
  readonly onRemove?: () => void;
}

/** Buttons that move a row of a list up and down, and remove it. The list announces what has happened. */
export function RowButtons({ name, index, count, onMove, onRemove }: RowButtonsProps) {
  const [isFirst, isLast] = [index === 0, index === count - 1];
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Move up: ${name}`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(index - 1)}
      >
        <ArrowUp size={17} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Move down: ${name}`}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(index + 1)}
      >
        <ArrowDown size={17} aria-hidden="true" />
      </button>
      {onRemove !== undefined && (
        <button
          type="button"
          className="icon-button icon-button-danger"
          aria-label={`Remove: ${name}`}
          onClick={onRemove}
        >
          <X size={17} aria-hidden="true" />
        </button>
      )}
    </>
  );
}
