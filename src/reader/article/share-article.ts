import { toast } from '#islands/toast.ts';

/**
 * Makes the button open the system's share dialog where navigator.share exists (secure contexts only), else copy the
 * article's link. Sends no request to any server.
 */
export function initShareButton(button: HTMLButtonElement): void {
  const canShare = 'share' in navigator;
  if (canShare) button.textContent = 'Share';
  button.addEventListener('click', () => void (canShare ? share() : copy()));
}

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
