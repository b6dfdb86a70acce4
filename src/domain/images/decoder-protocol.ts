import type { SocialPictureContent, SocialShape } from './rendering/social-picture.ts';
import type { StoredFormat } from './image.ts';

/** Pixels, after applying the EXIF orientation. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

export interface EncodedVariant {
  readonly width: number;
  readonly format: StoredFormat;
  readonly bytes: Uint8Array;
}

/** All variants of an uploaded picture, and its placeholder. */
export interface EncodedPicture {
  readonly files: readonly EncodedVariant[];
  readonly color: string;
  readonly placeholder: string;
}

/** The size of a PNG file. The picture is centered in it; what remains has the background, by default none. */
export interface PngSize extends Dimensions {
  /** A CSS color, also behind transparent parts. */
  readonly background?: string;
}

/** An uploaded SVG, reduced to a safe subset. */
export interface RenderedSvg {
  /** The document without a size. */
  readonly markup: string;
  /** The proportions of the picture, in its own units. */
  readonly dimensions: Dimensions;
  /** In the order of the sizes. */
  readonly png: readonly Uint8Array[];
}

/** A request to the decoder process. There is one pending request at a time. */
export type DecoderTask =
  | { readonly task: 'measure'; readonly bytes: Uint8Array }
  | { readonly task: 'jpeg'; readonly bytes: Uint8Array }
  | {
      readonly task: 'png';
      readonly bytes: Uint8Array;
      readonly dimensions: Dimensions;
      readonly sizes: readonly PngSize[];
    }
  | { readonly task: 'crops'; readonly bytes: Uint8Array; readonly sizes: readonly Dimensions[] }
  | { readonly task: 'social'; readonly content: SocialPictureContent; readonly shape: SocialShape }
  | { readonly task: 'encode'; readonly bytes: Uint8Array; readonly dimensions: Dimensions }
  | {
      readonly task: 'svg';
      readonly bytes: Uint8Array;
      /** Whether colors may follow the color scheme of the reader. */
      readonly hasColorSchemes: boolean;
      /** PNG files to render of it. */
      readonly sizes: readonly PngSize[];
    };

export type DecoderResponse =
  | { readonly dimensions: Dimensions }
  | { readonly encoded: EncodedPicture }
  | { readonly jpeg: Uint8Array }
  /** In the order of the sizes. */
  | { readonly png: readonly Uint8Array[] }
  | { readonly svg: RenderedSvg }
  /** In the order of the sizes. */
  | { readonly crops: readonly Uint8Array[] }
  | { readonly social: Uint8Array }
  /** The bytes are not a supported picture; the message is shown to the editor. */
  | { readonly unsupported: string }
  | { readonly error: string };

/** What the process sends: that it works on the task, every second, and then its response. */
export type DecoderMessage = { readonly isWorking: true } | DecoderResponse;
