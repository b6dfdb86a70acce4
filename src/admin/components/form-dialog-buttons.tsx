interface FormDialogButtonsProps {
  /** The `id` of the form in the dialog. */
  readonly form: string;
  readonly action: string;
  /** Text of the button while the form is being sent. */
  readonly busyAction: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** The footer of a dialog with a form, which is outside of the form. */
export function FormDialogButtons({ form, action, busyAction, isBusy, onCancel }: FormDialogButtonsProps) {
  return (
    <div className="dialog-buttons">
      <button type="button" className="button button-secondary" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" form={form} className="button" disabled={isBusy}>
        {isBusy ? busyAction : action}
      </button>
    </div>
  );
}
