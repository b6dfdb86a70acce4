import type { Upload, Uploads } from './uploads.ts';

/** The DOM of a picture that is being uploaded, in the place where it will be: its progress, or its error with what can be done. */
export interface PlaceholderView {
  readonly dom: HTMLElement;
  /** Ends the updates of the progress. */
  destroy(): void;
}

/** @param id of the upload */
export function createPlaceholderView(uploads: Uploads, id: string): PlaceholderView {
  const upload = uploads.store.get().find((one) => one.id === id);
  const dom = document.createElement('span');
  dom.className = 'upload-placeholder';
  dom.contentEditable = 'false';
  dom.setAttribute('role', 'group');
  dom.setAttribute('aria-label', upload?.name ?? 'Picture');
  if (upload === undefined || upload.error === null) return showProgress(dom, uploads, { id, upload });
  const error = document.createElement('span');
  error.className = 'field-error';
  error.setAttribute('role', 'alert');
  error.textContent = upload.error;
  const name = document.createElement('strong');
  name.textContent = `${upload.name} was not uploaded`;
  // A label asks whether to upload a file that loses something.
  const { confirmLabel } = upload;
  const label = confirmLabel ?? `Retry uploading ${upload.name}`;
  const retry = createButton(confirmLabel ?? 'Retry', label, () => uploads.retry(id));
  const remove = createButton('Remove', `Remove ${upload.name} from the text`, () => uploads.cancel(id));
  dom.append(name, error, retry, remove);
  return { dom, destroy: () => undefined };
}

function showProgress(
  dom: HTMLElement,
  uploads: Uploads,
  { id, upload }: { readonly id: string; readonly upload: Upload | undefined },
): PlaceholderView {
  const text = document.createElement('span');
  text.textContent = 'Uploading picture…';
  const progress = document.createElement('progress');
  progress.setAttribute('aria-label', `Uploading ${upload?.name ?? 'picture'}`);
  const update = () => {
    progress.value = uploads.store.get().find((one) => one.id === id)?.progress ?? 0;
  };
  update();
  const cancel = createButton('', `Cancel uploading ${upload?.name ?? 'picture'}`, () => uploads.cancel(id));
  cancel.className = 'icon-button upload-cancel';
  dom.append(text, progress, cancel);
  return { dom, destroy: uploads.store.subscribe(update) };
}

function createButton(text: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-secondary button-small';
  button.textContent = text;
  button.setAttribute('aria-label', label);
  button.addEventListener('click', onClick);
  return button;
}
