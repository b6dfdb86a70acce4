/** A picture has fewer bytes than this (specification, section 5: "under 5MB"). */
export const PICTURE_BYTES_LIMIT = 5 * 1024 * 1024;

/** What the newsroom is told, in the browser and by the server alike. */
export const NOT_A_PICTURE = 'Please upload an image file';
export const PICTURE_TOO_LARGE = 'Image size must be less than 5MB';

/** The kinds that are taken: for the browser's file dialog. What a file really is, its bytes tell the server. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;
