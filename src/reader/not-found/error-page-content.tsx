import { ReturnHome } from '../components/return-home.tsx';

interface ErrorPageContentProps {
  readonly status: 404 | 410;
  readonly heading: string;
  readonly text: string;
}

/** The content of the 404 and 410 pages. */
export function ErrorPageContent({ status, heading, text }: ErrorPageContentProps) {
  return (
    <div className="container grid min-h-[70svh] content-center justify-items-center py-20 text-center">
      <p className="font-serif text-[clamp(5rem,18vw,11rem)]/none font-semibold text-accent">{status}</p>
      <h1 className="mt-4 text-3xl">{heading}</h1>
      <p className="mt-3 max-w-[30rem] text-muted">{text}</p>
      <ReturnHome />
    </div>
  );
}
