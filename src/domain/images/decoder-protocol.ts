import type { PictureFormat } from './image.ts';

/** Pixels, of a picture that stands upright. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

export interface DrawnFile {
  readonly width: number;
  readonly format: PictureFormat;
  readonly bytes: Uint8Array;
}

/** All that is made of an uploaded picture. */
export interface DrawnPicture {
  readonly files: readonly DrawnFile[];
  readonly color: string;
  readonly placeholder: string;
}

/** What the process that decodes is asked, one thing at a time. */
export type DecoderTask =
  | { readonly task: 'measure'; readonly bytes: Uint8Array }
  | { readonly task: 'jpeg'; readonly bytes: Uint8Array }
  | { readonly task: 'draw'; readonly bytes: Uint8Array; readonly dimensions: Dimensions };

export type DecoderAnswer =
  | { readonly dimensions: Dimensions }
  | { readonly drawn: DrawnPicture }
  | { readonly jpeg: Uint8Array }
  /** The bytes are not what we take; the words are for whoever uploaded them. */
  | { readonly refusal: string }
  | { readonly fault: string };
