import type { Extensions } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { TextAlign } from '@tiptap/extension-text-align';
import { isAllowedLinkUrl } from '#domain/articles/urls.ts';
import { AutoLink } from './auto-link.ts';
import { BlockDirection } from './block-direction.ts';
import { Subscript, Superscript } from './baseline-shift.ts';
import { Ink, Tint } from './color.ts';
import { Indent } from './indent.ts';
import { LoweredHeadings } from './lowered-headings.ts';
import { PictureSelection } from './picture-selection.ts';
import { RedoShortcut } from './redo-shortcut.ts';
import { FigureNode, PictureNode } from './picture.ts';
import { withInputRules } from './input-rules.ts';
import { UndescribedPictures } from './undescribed-pictures.ts';

/** All formats of an article. Must match what the server's sanitizer allows. */
export const FORMATS: Extensions = [
  withInputRules({
    heading: { levels: [1, 2, 3, 4] },
    link: false,
  }),
  // Text that is typed after a link, such as a comma, does not belong to it.
  Link.extend({ inclusive: false, addPasteRules: () => [] }).configure({
    openOnClick: false,
    // `AutoLink` knows addresses without a scheme, and takes no file name for one.
    autolink: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: isAllowedLinkUrl,
  }),
  AutoLink,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Subscript,
  Superscript,
  Ink,
  Tint,
  Indent,
  RedoShortcut,
  LoweredHeadings,
  PictureNode,
  FigureNode,
  PictureSelection,
  UndescribedPictures,
  BlockDirection,
];
