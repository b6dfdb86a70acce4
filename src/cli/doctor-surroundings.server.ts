import { accessSync, constants, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { errorText } from '#platform/error-text.ts';
import { type Config, readConfig } from '#platform/config.server.ts';
import { describeFileError } from '#platform/file-error.ts';
import { describeMailTransport } from '#platform/mail/mail.server.ts';
import { report } from './doctor-report.ts';

const OLDEST_NODE = 24;
const LITTLE_MB = 500;

/** What must be right before the database can be asked anything. False ends the examination. */
export async function checkSurroundings(print: (line: string) => void): Promise<boolean> {
  const { good, bad } = report(print);
  const node = process.versions.node;
  const isNew = Number.parseInt(node, 10) >= OLDEST_NODE;
  if (isNew) good('Node', node);
  else bad('Node', `${node} is too old, ${OLDEST_NODE} is needed; start through npm, which brings it`);
  const config = readOrComplain(bad);
  if (!config) return false;
  good('Configuration', `the site is ${config.publicUrl}`);
  good('Mail', `goes ${describeMailTransport(config)}`);
  return (await checkFolder(config, good, bad)) && isNew;
}

type Say = (subject: string, finding: string) => void;

function readOrComplain(bad: Say): Config | undefined {
  try {
    return readConfig();
  } catch (error) {
    bad('Configuration', errorText(error));
    return undefined;
  }
}

async function checkFolder({ dataDir }: Config, good: Say, bad: Say): Promise<boolean> {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isAbsent) bad('Data folder', `${dataDir} does not exist; it is made at the first start (npm start)`);
    else bad('Data folder', `${dataDir} cannot be used: ${describeFileError(error)}`);
    return false;
  }
  const isOpen = (statSync(dataDir).mode & 0o007) !== 0;
  good('Data folder', `${dataDir}${isOpen ? ' (every user of this machine can look in: chmod o-rwx)' : ''}`);
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  if (free >= LITTLE_MB) good('Free disk', `${free} MB`);
  else bad('Free disk', `only ${free} MB are left`);
  return free >= LITTLE_MB;
}
