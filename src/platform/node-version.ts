const MIN_VERSION = 24;

/**
 * Ends the process with a clear message when Node is too old. Must be called before anything else is imported: an older
 * Node fails while it loads modules that it does not have, with an unhelpful message.
 */
export function requireNodeVersion(version = process.versions.node): void {
  if (Number.parseInt(version, 10) >= MIN_VERSION) return;
  process.stderr.write(
    `Node ${MIN_VERSION} or newer is needed, and this is Node ${version}. Start with npm start, which brings its own Node on ` +
      `Linux, or install Node ${MIN_VERSION}.\n`,
  );
  process.exit(1);
}
