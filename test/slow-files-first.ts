import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Their tests wait for processes. A first run starts with the largest files, so that these small ones would be its last, and
 * the other workers would have nothing to do.
 */
const SLOW_SMALL_FILES: ReadonlySet<string> = new Set([
  'src/platform/db/embedded-memory.test.ts',
  'test/container-image.test.ts',
  'test/development.test.ts',
  'test/memory.test.ts',
]);

const isSlow = ({ moduleId, project }: TestSpecification) =>
  SLOW_SMALL_FILES.has(relative(project.config.root, moduleId));

/** The order of Vitest, except that these files are the first of the unit tests. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const slow = sorted.filter(isSlow);
    const others = sorted.filter((file) => !isSlow(file));
    const firstUnit = others.findIndex(({ project }) => project.name === 'unit');
    return others.toSpliced(firstUnit === -1 ? others.length : firstUnit, 0, ...slow);
  }
}
