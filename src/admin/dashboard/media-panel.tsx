import { Notice } from '../parts/notice.tsx';

export function MediaPanel() {
  return (
    <section className="desk-card" aria-label="Media">
      <Notice text="Work in progress: videos and podcasts sections coming soon" />
    </section>
  );
}
