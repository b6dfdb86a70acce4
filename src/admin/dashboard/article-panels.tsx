import { useQuery } from '@tanstack/react-query';
import { findScope } from '#domain/accounts/permissions.ts';
import { useAccess } from '../session/access.ts';
import { readPublication } from '../publication.ts';
import { useSections } from '../sections/use-sections.ts';
import { CategoryCard } from './category-card.tsx';
import { SectionPanel } from './section-panel.tsx';
import { articleTotalQuery } from './article-queries.ts';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface PanelProps {
  readonly navigation: DashboardNavigation;
}

const NO_ARTICLES = 'No articles in this category yet';
const NO_OWN_ARTICLES =
  'You have no articles in this category yet. Articles of other people are not listed here.';
const NO_CONTENT =
  'Work in progress: sports, culture, technology, media and power, opinions and investigations sections coming soon';

/** What an empty list of articles says. Contributors and authors see only what they have written. */
function useEmptyText(text: string): string {
  const scope = findScope(useAccess().data?.role ?? null, 'article.read');
  return scope === 'own' ? NO_OWN_ARTICLES : text;
}

export function ArticlesPanel({ navigation }: PanelProps) {
  const { tagline } = readPublication();
  const categories = useSections().all.filter(({ isCategory }) => isCategory);
  return (
    <div className="panel-stack">
      <CategoryCard slug="articles" title="All Articles" noun="subtitle" fallback={tagline} />
      <SectionPanel
        navigation={navigation}
        tab="articles"
        sections={categories}
        label="Categories"
        emptyText={useEmptyText(NO_ARTICLES)}
      />
    </div>
  );
}

/** If none of its sections has an article, the empty text announces the planned sections. */
export function ContentPanel({ navigation }: PanelProps) {
  const sections = useSections().all.filter(({ isCategory }) => !isCategory);
  const total = useQuery(articleTotalQuery(sections.map(({ slug }) => slug)));
  return (
    <SectionPanel
      navigation={navigation}
      tab="content"
      sections={sections}
      label="Sections"
      emptyText={useEmptyText(total.data === 0 ? NO_CONTENT : NO_ARTICLES)}
    />
  );
}
