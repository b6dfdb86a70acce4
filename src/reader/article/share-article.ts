import { toast } from '#islands/toast.ts';

/**
 * Makes the button share the article through the system's dialog where there is one (navigator.share, a secure context
 * only), else copy its link. Nothing is loaded from anywhere and nobody is told.
 */
export function prepareSharing(button: HTMLButtonElement): void {
  const canShare = 'share' in navigator;
  if (canShare) button.textContent = 'Share';
  button.addEventListener('click', () => void (canShare ? share() : copy()));
}

/** The address without what a form or a search engine has added to it. */
function addressOfPage(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
}

async function share(): Promise<void> {
  try {
    await navigator.share({ title: document.title, url: addressOfPage() });
  } catch (error) {
    // The reader has closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copy();
  }
}

async function copy(): Promise<void> {
  const address = addressOfPage();
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: 'Link copied', kind: 'success' });
  } catch {
    // Not allowed, or no secure context: the reader can still select it.
    toast({ title: 'Copy this link', description: address });
  }
}
