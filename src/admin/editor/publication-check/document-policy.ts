interface DocumentPolicy {
  createHTML(html: string): string;
}

/**
 * For complete documents in frames without scripts. The default policy would remove their heads, and with them the style sheets.
 * A browser allows one policy of a name, so it is created once.
 */
let policy: DocumentPolicy | undefined;

/** Shows a document of the server in a frame whose `sandbox` does not allow scripts. */
export function showDocument(frame: HTMLIFrameElement, html: string): void {
  if (frame.sandbox.contains('allow-scripts')) throw new Error('Documents are shown without scripts');
  policy ??= window.trustedTypes?.createPolicy('document-preview', {
    createHTML: (text) => text,
  }) as DocumentPolicy | undefined;
  frame.srcdoc = policy === undefined ? html : policy.createHTML(html);
}

/**
 * Removes what a frame would report as blocked: module scripts, which the sandbox does not run, and the style element of emails for
 * dark mode, which the content security policy does not allow.
 */
export const withoutBlockedElements = (html: string): string =>
  html.replace(/<script type="module"[^<>]*><\/script>|<style>[^<]*<\/style>/g, '');
