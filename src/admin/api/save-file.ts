/** Milliseconds after which the memory of a saved file is released. */
const RELEASE_AFTER_MS = 40_000;

/**
 * Saves a file as a download of the browser. Safari reads the file in a later task, so its URL stays valid after the click;
 * otherwise nothing would be saved, without an error.
 */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
