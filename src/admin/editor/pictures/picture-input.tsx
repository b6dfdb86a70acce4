import type { RefObject } from 'react';

interface PictureInputProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly onSelect: (files: File[]) => void;
  readonly multiple?: boolean;
}

/** A hidden file input, opened by a separate button. */
export function PictureInput({ inputRef, label, onSelect, multiple = false }: PictureInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      accept="image/*"
      multiple={multiple}
      aria-label={label}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Otherwise choosing the same file again fires no change event.
        target.value = '';
        if (files.length > 0) onSelect(files);
      }}
    />
  );
}
