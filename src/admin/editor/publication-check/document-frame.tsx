import { type RefObject, useEffect, useRef, useState } from 'react';
import { showDocument, withoutBlockedElements } from './document-policy.ts';

interface DocumentFrameProps {
  /** The accessible name. */
  readonly title: string;
  /** A complete document of the server. */
  readonly html: string;
  /** CSS pixels of the window in which it is laid out. Scaled down to the space there is. */
  readonly width: number;
  /** CSS pixels; undefined for the height of the document. */
  readonly height?: number;
}

/** CSS pixels. A document without a height of its own is not shown in a larger frame. */
const MAX_HEIGHT = 1400;
const INITIAL_HEIGHT = 240;

/** A document in a frame that runs no scripts, sends no forms and leads nowhere. Links open in a new tab. */
export function DocumentFrame({ title, html, width, height: fixedHeight }: DocumentFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [contentHeight, setContentHeight] = useState(INITIAL_HEIGHT);
  const height = fixedHeight ?? contentHeight;
  const scale = useScale(box, width);
  useEffect(() => {
    if (frame.current !== null) showDocument(frame.current, withoutBlockedElements(html));
  }, [html]);
  return (
    <div ref={box} className="document-frame" style={{ maxWidth: width, height: Math.ceil(height * scale) }}>
      <iframe
        ref={frame}
        title={title}
        // The same origin, so that the style sheets and typefaces of the site apply.
        sandbox="allow-same-origin"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
        tabIndex={0}
        style={{ width, height, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (contentDocument === null) return;
          contentDocument.addEventListener('click', openLinkInNewTab);
          if (fixedHeight === undefined)
            setContentHeight(Math.min(contentDocument.documentElement.scrollHeight, MAX_HEIGHT));
        }}
      />
    </div>
  );
}

/** The factor by which a width fits into an element, at most 1. */
function useScale(box: RefObject<HTMLElement | null>, width: number): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, width]);
  return scale;
}

/** A page of the site does not open in a frame. Links within the document scroll. */
function openLinkInNewTab(event: MouseEvent): void {
  // Elements of the frame belong to other classes than those of this window.
  const element = event.target as Element | null;
  const link = element?.closest('a') ?? null;
  if (link === null) return;
  event.preventDefault();
  const href = link.getAttribute('href') ?? '';
  if (href.startsWith('#')) link.ownerDocument.getElementById(href.slice(1))?.scrollIntoView();
  else if (href !== '') open(link.href, '_blank', 'noopener');
}
