const OLDEST = 24;

/**
 * Ends the process with a sentence on a Node that is too old. To be called before anything else is imported: an older
 * Node fails while it loads the modules it does not have, with a message that helps nobody.
 */
export function requireNodeVersion(version = process.versions.node): void {
  if (Number.parseInt(version, 10) >= OLDEST) return;
  process.stderr.write(
    `Node ${OLDEST} or newer is needed, and this is Node ${version}. Start with npm start, which brings its own Node on ` +
      `Linux, or install Node ${OLDEST}.\n`,
  );
  process.exit(1);
}
