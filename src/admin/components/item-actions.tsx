import { ExternalLink, Pencil, Trash2 } from 'lucide-react';

/** The link from an item of the newsroom to its public page. */
export function PublicPageLink({ path }: { readonly path: string }) {
  return (
    <a className="button button-plain button-small" href={path}>
      <ExternalLink size={15} aria-hidden="true" />
      View page
    </a>
  );
}

interface DeleteButtonProps {
  readonly label: string;
  /** Asks for confirmation. */
  readonly onClick: () => void;
}

export function DeleteButton({ label, onClick }: DeleteButtonProps) {
  return (
    <button type="button" className="button button-plain button-small" onClick={onClick}>
      <Trash2 size={15} aria-hidden="true" />
      {label}
    </button>
  );
}

interface IconButtonProps {
  /** The name of the item. */
  readonly name: string;
  readonly onClick: () => void;
}

export function EditIconButton({ name, onClick }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={`Edit ${name}`} onClick={onClick}>
      <Pencil size={17} aria-hidden="true" />
    </button>
  );
}

export function DeleteIconButton({ name, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button icon-button-danger"
      aria-label={`Delete ${name}`}
      onClick={onClick}
    >
      <Trash2 size={17} aria-hidden="true" />
    </button>
  );
}
