import { ImagePlus, Trash2 } from 'lucide-react';

interface PictureButtonsProps {
  readonly hasPicture: boolean;
  /** Opens the file dialog. */
  readonly onUpload: () => void;
  readonly onRemove: () => void;
}

/** Uploads or replaces the picture of a field, and removes it. */
export function PictureButtons({ hasPicture, onUpload, onRemove }: PictureButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="button button-secondary" onClick={onUpload}>
        <ImagePlus size={18} aria-hidden="true" />
        {hasPicture ? 'Replace' : 'Upload a picture'}
      </button>
      {hasPicture && (
        <button type="button" className="button button-plain" onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
          Remove
        </button>
      )}
    </div>
  );
}
