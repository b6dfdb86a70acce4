import { useQuery } from '@tanstack/react-query';
import { CONTENT_SECTIONS } from '#domain/categories/section.ts';
import { readPublication } from '../publication.ts';
import { CategoryCard } from './category-card.tsx';
import { SectionDesk } from './section-desk.tsx';
import { totalOf } from './article-queries.ts';
import type { PlaceControl } from './use-place.ts';

interface PanelProps {
  readonly control: PlaceControl;
}

const NO_ARTICLES = 'No articles in this category yet';
const NO_CONTENT =
  'Work in progress: sports, culture, technology, media and power, opinions and investigations sections coming soon';

export function ArticlesPanel({ control }: PanelProps) {
  const { tagline } = readPublication();
  return (
    <div className="desk">
      <CategoryCard slug="articles" title="All Articles" noun="subtitle" fallback={tagline} />
      <SectionDesk control={control} tab="articles" label="Categories" emptyText={NO_ARTICLES} />
    </div>
  );
}

/** While none of its sections has an article, it says what will come instead of that each is empty. */
export function ContentPanel({ control }: PanelProps) {
  const total = useQuery(totalOf(CONTENT_SECTIONS.map(({ slug }) => slug)));
  return (
    <SectionDesk
      control={control}
      tab="content"
      label="Sections"
      emptyText={total.data === 0 ? NO_CONTENT : NO_ARTICLES}
    />
  );
}
