import type { PictureFormat } from './image.ts';

/** Pixels, after applying the EXIF orientation. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

export interface EncodedVariant {
  readonly width: number;
  readonly format: PictureFormat;
  readonly bytes: Uint8Array;
}

/** All variants of an uploaded picture, and its placeholder. */
export interface EncodedPicture {
  readonly files: readonly EncodedVariant[];
  readonly color: string;
  readonly placeholder: string;
}

/** A request to the decoder process. There is one pending request at a time. */
export type DecoderTask =
  | { readonly task: 'measure'; readonly bytes: Uint8Array }
  | { readonly task: 'jpeg'; readonly bytes: Uint8Array }
  | { readonly task: 'encode'; readonly bytes: Uint8Array; readonly dimensions: Dimensions };

export type DecoderResponse =
  | { readonly dimensions: Dimensions }
  | { readonly encoded: EncodedPicture }
  | { readonly jpeg: Uint8Array }
  /** The bytes are not a supported picture; the message is shown to the editor. */
  | { readonly unsupported: string }
  | { readonly error: string };
