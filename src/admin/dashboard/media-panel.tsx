import { Notice } from '../components/notice.tsx';

export function MediaPanel() {
  return (
    <section className="panel" aria-label="Media">
      <Notice text="Work in progress: videos and podcasts sections coming soon" />
    </section>
  );
}
