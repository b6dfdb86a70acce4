import { NOT_A_PICTURE_MESSAGE } from './policy.ts';

/** A format of pictures that is not accepted: most browsers do not show it, or it can contain programs. */
interface UnsupportedFormat {
  /** The media types that browsers report. */
  readonly types: readonly string[];
  /** Endings of file names, because browsers report no type for a format that the system does not know. */
  readonly endings: readonly string[];
  /** @param start the first bytes of a file, one character each */
  readonly hasSignature: (start: string) => boolean;
  /** For the editor: what is wrong, and what to do. */
  readonly message: string;
}

const notShown = (format: string) =>
  `Browsers cannot show ${format} files. Please export the image as JPEG or PNG and upload that`;

const UNSUPPORTED_FORMATS: readonly UnsupportedFormat[] = [
  {
    types: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    endings: ['heic', 'heif', 'hif'],
    // The file format of AVIF as well, which names it among its brands (ISO/IEC 23008-12).
    hasSignature: (start) =>
      /^[^]{4}ftyp/.test(start) && /hei[cfmsx]|hev[cmsx]|mif1|msf1/.test(start) && !/avi[fs]/.test(start),
    message:
      'Most browsers cannot show HEIC files. Please export the photo as JPEG and upload that. An iPhone takes JPEG photos after ' +
      'Settings → Camera → Formats → Most Compatible',
  },
  {
    types: ['image/tiff', 'image/tiff-fx'],
    endings: ['tif', 'tiff'],
    hasSignature: (start) => /^(?:II[*+]\0|MM\0[*+])/.test(start),
    message: notShown('TIFF'),
  },
  {
    types: ['image/bmp', 'image/x-ms-bmp'],
    endings: ['bmp', 'dib'],
    hasSignature: (start) => /^BM[^]{4}\0{4}/.test(start),
    message: notShown('BMP'),
  },
  {
    types: ['image/jxl'],
    endings: ['jxl'],
    hasSignature: (start) => start.startsWith('\xff\x0a') || start.startsWith('JXL ', 4),
    message: notShown('JPEG XL'),
  },
  {
    types: ['image/vnd.adobe.photoshop'],
    endings: ['psd', 'psb'],
    hasSignature: (start) => start.startsWith('8BPS'),
    message: notShown('Photoshop'),
  },
  {
    types: ['image/svg+xml'],
    endings: ['svg', 'svgz'],
    hasSignature: (start) =>
      /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!DOCTYPE svg)/.test(start) && start.includes('<svg'),
    message: 'SVG files can contain programs. Please export the image as PNG and upload that',
  },
];

/** Signatures of the formats that are accepted: JPEG, PNG, GIF, WebP and AVIF. */
const ACCEPTED = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF[^]{4}WEBP|[^]{4}ftyp[^]{0,32}avi[fs])/;

const DAMAGED_MESSAGE =
  'The image file is damaged or incomplete. Please open it on your device, save it as JPEG or PNG and upload that';

/** Enough for every signature, and for the brands of a HEIC file. */
const START_BYTES = 256;

/** Why these bytes are no picture that can be stored, as a message for the editor. */
export function unsupportedMessage(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, START_BYTES));
  const format = UNSUPPORTED_FORMATS.find(({ hasSignature }) => hasSignature(start));
  if (format !== undefined) return format.message;
  return ACCEPTED.test(start) ? DAMAGED_MESSAGE : NOT_A_PICTURE_MESSAGE;
}

/** The same for a file of a type that is not accepted, before it is read. */
export function unsupportedFileMessage({ type, name }: Pick<File, 'type' | 'name'>): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const format = UNSUPPORTED_FORMATS.find(
    ({ types, endings }) => types.includes(type) || endings.includes(ending),
  );
  return format?.message ?? NOT_A_PICTURE_MESSAGE;
}
