import { expect, test } from 'vitest';
import { decoderProcessIds } from '../../../test/decoder-processes.ts';
import { makePhoto } from '../../../test/pictures.ts';
import { encodeVariants, measurePicture } from './decoder.server.ts';

/** Seconds for which a decoder may be silent. */
const SILENCE_LIMIT = 10;

test.runIf(process.platform === 'linux')(
  'a decoder that seldom gets the processor is not stopped',
  async () => {
    const photo = await makePhoto({ width: 9000, height: 7000 });
    const dimensions = await measurePicture(photo);
    const [pid = 0] = decoderProcessIds();
    const start = performance.now();
    const stop = () => {
      process.kill(pid, 'SIGSTOP');
      setTimeout(() => process.kill(pid, 'SIGCONT'), 2_900);
    };
    stop();
    const stopping = setInterval(stop, 3_300);
    const { files } = await encodeVariants(photo, dimensions).finally(() => clearInterval(stopping));
    expect(files.length).toBeGreaterThan(0);
    // Otherwise the test proves nothing.
    expect((performance.now() - start) / 1000).toBeGreaterThan(SILENCE_LIMIT);
  },
);
