import type { Editor } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { randomUuid } from '#platform/random-uuid.ts';
import { isPicture } from './formats/picture.ts';

/** A picture whose dialog is open or will be opened. */
interface QueuedPicture {
  /** The id of its upload, if it is uploaded now. */
  readonly id: string;
  /** Null while it is being uploaded. */
  readonly position: number | null;
}

interface PictureQueue {
  /** Those with a position come first. The dialog of the first of them is open. */
  readonly pictures: readonly QueuedPicture[];
  /** How many pictures have left the queue since it was empty. */
  readonly done: number;
}

type QueueChange = (queue: PictureQueue) => PictureQueue;

const EMPTY: PictureQueue = { pictures: [], done: 0 };
const key = new PluginKey<PictureQueue>('pictureQueue');

/** The pictures whose dialogs are opened one after the other. Maps their positions through edits. */
export function pictureQueue(): Plugin<PictureQueue> {
  return new Plugin<PictureQueue>({
    key,
    state: {
      init: () => EMPTY,
      apply(tr, queue) {
        const pictures = queue.pictures.flatMap(({ id, position }): readonly QueuedPicture[] => {
          if (position === null) return [{ id, position }];
          const moved = tr.mapping.map(position);
          return isPicture(tr.doc.nodeAt(moved)) ? [{ id, position: moved }] : [];
        });
        const change = tr.getMeta(key) as QueueChange | undefined;
        const next = { ...queue, pictures };
        const changed = change === undefined ? next : change(next);
        return changed.pictures.length === 0 ? EMPTY : changed;
      },
    },
  });
}

/** Adds a picture that is being uploaded. */
export function awaitPicture(editor: Editor, id: string): void {
  changeQueue(editor, ({ pictures, done }) => ({ pictures: [...pictures, { id, position: null }], done }));
}

/** The upload of a picture was given up. */
export function forgetPicture(editor: Editor, id: string): void {
  changeQueue(editor, ({ pictures, done }) => ({ pictures: pictures.filter((one) => one.id !== id), done }));
}

/** The picture was inserted. Its dialog opens after those before it, unless the queue was closed during the upload. */
export function openWhenReached(editor: Editor, id: string, position: number): void {
  changeQueue(editor, (queue) => {
    if (!queue.pictures.some((one) => one.id === id)) return queue;
    const others = queue.pictures.filter((one) => one.id !== id);
    const inserted = others.filter((one) => one.position !== null);
    const uploading = others.filter((one) => one.position === null);
    return { ...queue, pictures: [...inserted, { id, position }, ...uploading] };
  });
}

/** Opens the dialogs of the pictures at these positions, one after the other. */
export function openPictures(editor: Editor, positions: readonly number[]): void {
  const opened = positions.map((position) => ({ id: randomUuid(), position }));
  changeQueue(editor, ({ pictures, done }) => ({ pictures: [...opened, ...pictures], done }));
}

/** Opens the dialog of the next picture instead of the open one. */
export function openNextPicture(editor: Editor): void {
  changeQueue(editor, ({ pictures, done }) => ({ pictures: pictures.slice(1), done: done + 1 }));
}

/** Closes the dialog. Those of the other pictures in the queue are not opened either. */
export function closePictures(editor: Editor): void {
  changeQueue(editor, () => EMPTY);
}

function changeQueue(editor: Editor, change: QueueChange): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, change));
}

export interface OpenPicture {
  readonly id: string;
  readonly position: number;
  /** Its number in the queue, from 1. */
  readonly number: number;
  /** Length of the queue, with the pictures that have left it. */
  readonly total: number;
}

/** The picture whose dialog is open. */
export function openPicture(state: EditorState): OpenPicture | null {
  const { pictures, done } = key.getState(state) ?? EMPTY;
  const [first] = pictures;
  if (first === undefined || first.position === null) return null;
  return { id: first.id, position: first.position, number: done + 1, total: done + pictures.length };
}
