interface ApplyButtonsProps {
  /** The label of the button that removes what the form is about. */
  readonly removal: string;
  /** Without it nothing can be removed. */
  readonly onRemove?: (() => void) | undefined;
}

/** The buttons of a form about a link or a picture of the text. */
export function ApplyButtons({ removal, onRemove }: ApplyButtonsProps) {
  return (
    <div className="dialog-buttons">
      {onRemove !== undefined && (
        <button type="button" className="button button-secondary" onClick={onRemove}>
          {removal}
        </button>
      )}
      <button type="submit" className="button">
        Apply
      </button>
    </div>
  );
}
