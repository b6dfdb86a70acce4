import { ExternalLink, Trash2 } from 'lucide-react';

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
