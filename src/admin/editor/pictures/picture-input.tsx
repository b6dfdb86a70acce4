import type { RefObject } from 'react';

interface PictureInputProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly onPicked: (files: File[]) => void;
  readonly several?: boolean;
}

/** The browser's own choice of files, opened by a button that looks like ours. */
export function PictureInput({ inputRef, label, onPicked, several = false }: PictureInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      accept="image/*"
      multiple={several}
      aria-label={label}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // so that the same file can be chosen again
        target.value = '';
        if (files.length > 0) onPicked(files);
      }}
    />
  );
}
