/** Exclusive limit (specification, section 5: "under 5MB"). */
export const PICTURE_MAX_BYTES = 5 * 1024 * 1024;

/** Error messages, shared by the editor and the server. */
export const NOT_A_PICTURE_MESSAGE = 'Please upload an image file';
export const PICTURE_TOO_LARGE_MESSAGE = 'Image size must be less than 5MB';

/** Accepted types, for the file dialog of the browser. The server detects the type from the bytes. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** The same for a logo or an icon. An SVG is reduced to a safe subset. */
export const LOGO_TYPES = ['image/svg+xml', ...PICTURE_TYPES] as const;
