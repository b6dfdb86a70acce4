import { setPriority } from 'node:os';
import { DomainError } from '#platform/domain-error.ts';
import type {
  DecoderMessage,
  DecoderResponse,
  DecoderTask,
  Dimensions,
  EncodedVariant,
  EncodedPicture,
  PngSize,
  RenderedSvg,
} from './decoder-protocol.ts';
import type { SocialPictureContent, SocialShape } from './rendering/social-picture.ts';
import { PICTURE_FORMATS, widthsFor } from './image.ts';
import {
  decodePicture,
  encodeCrop,
  encodeRendering,
  encodeJpeg,
  encodePng,
  encodeSvgPngs,
  encodeVariant,
  createPlaceholder,
  measurePicture,
} from './raster.server.ts';
import { sanitiseSvg } from './svg/sanitise-svg.server.ts';

/** Lower priority than the server process: a third of its share of a busy processor. */
const DECODER_NICENESS = 5;

/** Limit of the processor time of a task. The slowest accepted picture takes two thirds of it. */
const MAX_PROCESSOR_SECONDS = 20;
const REPORT_INTERVAL_MS = 1_000;

if (!process.send) throw new Error('decoder-process must be started by the decoder');
const send = process.send.bind(process);

setPriority(DECODER_NICENESS);
// Signals to the process group are ignored, so that a running task can finish. The process exits when the server closes
// the IPC channel.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (task: DecoderTask) => void reply(task));

async function reply(task: DecoderTask): Promise<void> {
  const before = process.cpuUsage();
  const reporting = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > MAX_PROCESSOR_SECONDS * 1_000_000) process.exit(1);
    send({ isWorking: true } satisfies DecoderMessage);
  }, REPORT_INTERVAL_MS);
  const response = await runTask(task);
  clearInterval(reporting);
  send(response satisfies DecoderMessage);
}

async function runTask(task: DecoderTask): Promise<DecoderResponse> {
  try {
    if (task.task === 'measure') return { dimensions: await measurePicture(task.bytes) };
    if (task.task === 'jpeg') return { jpeg: await encodeJpeg(task.bytes) };
    if (task.task === 'png') return { png: await encodePngs(task.bytes, task.dimensions, task.sizes) };
    if (task.task === 'crops') return { crops: await encodeCrops(task.bytes, task.sizes) };
    if (task.task === 'social') return { social: await renderSocial(task.content, task.shape) };
    if (task.task === 'svg') return { svg: await renderSvg(task) };
    return { encoded: await encodeVariants(task.bytes, task.dimensions) };
  } catch (error) {
    if (error instanceof DomainError) return { unsupported: error.message };
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Decodes once, then encodes one variant after the other, because each encoder uses several threads. */
async function encodeVariants(bytes: Uint8Array, dimensions: Dimensions): Promise<EncodedPicture> {
  const raster = await decodePicture(bytes, dimensions);
  const files: EncodedVariant[] = [];
  for (const width of widthsFor(dimensions.width)) {
    for (const format of PICTURE_FORMATS)
      files.push({ width, format, bytes: await encodeVariant(raster, width, format) });
  }
  return { files, ...(await createPlaceholder(raster)) };
}

/** The module and its typefaces are loaded with the first task of this kind. */
async function renderSocial(content: SocialPictureContent, shape: SocialShape): Promise<Uint8Array> {
  const { renderSocialPicture } = await import('./rendering/social-picture.server.ts');
  return encodeRendering(renderSocialPicture(content, shape));
}

async function encodeCrops(bytes: Uint8Array, sizes: readonly Dimensions[]): Promise<Uint8Array[]> {
  const files: Uint8Array[] = [];
  for (const size of sizes) files.push(await encodeCrop(bytes, size));
  return files;
}

async function encodePngs(
  bytes: Uint8Array,
  dimensions: Dimensions,
  sizes: readonly PngSize[],
): Promise<Uint8Array[]> {
  const raster = await decodePicture(bytes, dimensions);
  const files: Uint8Array[] = [];
  for (const size of sizes) files.push(await encodePng(raster, size));
  return files;
}

async function renderSvg({
  bytes,
  hasColorSchemes,
  sizes,
}: Extract<DecoderTask, { task: 'svg' }>): Promise<RenderedSvg> {
  const safe = sanitiseSvg(bytes, { hasColorSchemes });
  return { ...safe, png: await encodeSvgPngs(safe.markup, sizes) };
}
