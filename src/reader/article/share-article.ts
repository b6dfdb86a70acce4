import { toast } from '#islands/toast.ts';

/**
 * Makes the buttons work: one copies the link of the article, the other opens the share dialog of the system and is shown only
 * where there is one (in secure contexts). Sends no request to any server.
 */
export function initSharing(): void {
  findButton('copy-link')?.addEventListener('click', () => void copy());
  const shareButton = findButton('share');
  if (shareButton === null || !('share' in navigator)) return;
  shareButton.hidden = false;
  shareButton.addEventListener('click', () => void share());
}

const findButton = (name: string) => document.querySelector<HTMLButtonElement>(`[data-${name}]`);

/** The canonical URL, without query parameters of forms or search engines. */
function getPageUrl(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
}

async function share(): Promise<void> {
  try {
    await navigator.share({ title: document.title, url: getPageUrl() });
  } catch (error) {
    // The user closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copy();
  }
}

async function copy(): Promise<void> {
  const address = getPageUrl();
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: 'Link copied', kind: 'success' });
  } catch {
    // Clipboard access is denied or the context is not secure: show the link, so that it can be selected.
    toast({ title: 'Copy this link', description: address });
  }
}
