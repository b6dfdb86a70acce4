/** The kept report: an introduction, then one section (`## title`) per part of the benchmark. */
import { availableParallelism, cpus } from 'node:os';

const introduction = (): string => `# Benchmark
Made by \`npm run bench\` on Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, everything on this
one machine. Medians with the smallest and largest value. Compare within a table only: machines differ, and so do their minutes.
`;

/** The sections of a report by title, without the line of the title. */
export function sectionsOf(report: string): Map<string, string> {
  const sections = new Map<string, string>();
  for (const section of report.split(/^## /m).slice(1)) {
    const end = section.indexOf('\n');
    sections.set(section.slice(0, end), section.slice(end + 1).trimEnd());
  }
  return sections;
}

/** The whole report, with the sections in the order of `titles`; a title without a section is left out. */
export function writeReport(titles: readonly string[], sections: ReadonlyMap<string, string>): string {
  const written = titles.flatMap((title) => {
    const text = sections.get(title);
    return text === undefined ? [] : [`## ${title}\n${text}\n`];
  });
  return [introduction(), ...written].join('\n');
}
