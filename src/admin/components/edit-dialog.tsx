import { type ReactNode, useState } from 'react';
import { fieldErrorsOf } from '../api/api-error.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

/** What is created or changed. */
export interface EditedItem<Values> {
  /** Null for a new item. */
  readonly id: string | null;
  readonly initial: Values;
}

interface EditForm<Values> {
  readonly item: EditedItem<Values>;
  readonly values: Values;
  readonly setValues: (values: Values) => void;
}

/** The values that `EditDialog` shows and changes. */
export function useEditForm<Values>(item: EditedItem<Values>): EditForm<Values> {
  const [values, setValues] = useState(item.initial);
  return { item, values, setValues };
}

interface EditDialogProps<Values> extends Pick<
  FormDialogProps,
  'isOpen' | 'onClose' | 'finalFocus' | 'description'
> {
  /** The noun of the item, in lower case. */
  readonly noun: string;
  readonly form: EditForm<Values>;
  readonly request: FormDialogProps['request'] & { readonly reset: () => void };
  readonly children: (
    fieldErrors: Readonly<Record<string, string>>,
    change: (changed: Partial<Values>) => void,
  ) => ReactNode;
}

/** Creates or changes an item. A change of a field removes the errors of the last request. */
export function EditDialog<Values extends object>(props: EditDialogProps<Values>) {
  const { noun, form, request, children, ...dialog } = props;
  const { item, values, setValues } = form;

  function change(changed: Partial<Values>): void {
    setValues({ ...values, ...changed });
    request.reset();
  }

  return (
    <FormDialog
      {...dialog}
      title={item.id === null ? `New ${noun}` : `Edit ${noun}`}
      hasInput={values !== item.initial}
      action="Save"
      busyAction="Saving..."
      request={request}
    >
      {children(fieldErrorsOf(request.error), change)}
    </FormDialog>
  );
}
