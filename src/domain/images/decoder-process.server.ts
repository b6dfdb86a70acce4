import { setPriority } from 'node:os';
import { Refusal } from '#platform/refusal.ts';
import type { DecoderAnswer, DecoderTask, Dimensions, DrawnFile, DrawnPicture } from './decoder-protocol.ts';
import { PICTURE_FORMATS, widthsFor } from './image.ts';
import { decodePicture, encodeJpeg, encodePicture, impressionOf, measurePicture } from './raster.server.ts';

/** Readers are answered first; a third of their share is enough to be done within the limit of an upload. */
const POLITE = 5;

if (!process.send) throw new Error('decoder-process is started by the decoder, not by itself');
const answer = process.send.bind(process);

setPriority(POLITE);
// What ends the site ends this process too: by closing the line. Until then a picture may be finished.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (task: DecoderTask) => void reply(task));

async function reply(task: DecoderTask): Promise<void> {
  answer(await work(task));
}

async function work(task: DecoderTask): Promise<DecoderAnswer> {
  try {
    if (task.task === 'measure') return { dimensions: await measurePicture(task.bytes) };
    if (task.task === 'jpeg') return { jpeg: await encodeJpeg(task.bytes) };
    return { drawn: await draw(task.bytes, task.dimensions) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Decoded once; one file after the other, since each is encoded by several threads. */
async function draw(bytes: Uint8Array, dimensions: Dimensions): Promise<DrawnPicture> {
  const raster = await decodePicture(bytes, dimensions);
  const files: DrawnFile[] = [];
  for (const width of widthsFor(dimensions.width)) {
    for (const format of PICTURE_FORMATS)
      files.push({ width, format, bytes: await encodePicture(raster, width, format) });
  }
  return { files, ...(await impressionOf(raster)) };
}
