import { accessSync, constants, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { errorText } from '#platform/error-text.ts';
import { type Config, readConfig } from '#platform/config.server.ts';
import { describeFileError } from '#platform/file-error.ts';
import { describeMailTransport } from '#platform/mail/mail.server.ts';
import { createReport } from './doctor-report.ts';

const MIN_NODE_MAJOR = 24;
const MIN_FREE_MB = 500;

/** Checks what the database checks depend on. Returns false if they cannot run. */
export async function checkEnvironment(print: (line: string) => void): Promise<boolean> {
  const { ok, fail } = createReport(print);
  const node = process.versions.node;
  const isNodeSupported = Number.parseInt(node, 10) >= MIN_NODE_MAJOR;
  if (isNodeSupported) ok('Node', node);
  else fail('Node', `${node} is too old, ${MIN_NODE_MAJOR} is needed; start with npm, which provides it`);
  const config = readConfigOrReport(fail);
  if (!config) return false;
  ok('Configuration', `the site is ${config.publicUrl}`);
  ok('Email', `sent ${describeMailTransport(config)}`);
  return (await checkFolder(config, ok, fail)) && isNodeSupported;
}

type ReportLine = (subject: string, result: string) => void;

function readConfigOrReport(fail: ReportLine): Config | undefined {
  try {
    return readConfig();
  } catch (error) {
    fail('Configuration', errorText(error));
    return undefined;
  }
}

async function checkFolder({ dataDir }: Config, ok: ReportLine, fail: ReportLine): Promise<boolean> {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing)
      fail('Data folder', `${dataDir} does not exist; it is created at the first start (npm start)`);
    else fail('Data folder', `${dataDir} cannot be used: ${describeFileError(error)}`);
    return false;
  }
  const isWorldAccessible = (statSync(dataDir).mode & 0o007) !== 0;
  ok(
    'Data folder',
    `${dataDir}${isWorldAccessible ? ' (accessible to every user of this machine; run chmod o-rwx)' : ''}`,
  );
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  if (free >= MIN_FREE_MB) ok('Free disk', `${free} MB`);
  else fail('Free disk', `only ${free} MB are left`);
  return free >= MIN_FREE_MB;
}
