import { defaultDescription } from '#domain/categories/default-sections.ts';
import type { Section } from '#domain/categories/section.ts';
import { Notice } from '../components/notice.tsx';
import { readPublication } from '../publication.ts';
import { Tabs } from '../components/tabs.tsx';
import { ArticleList } from './article-list.tsx';
import { CategoryCard } from './category-card.tsx';
import { DEFAULT_LIST_VIEW } from './dashboard-location.ts';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface SectionPanelProps {
  readonly navigation: DashboardNavigation;
  readonly tab: 'articles' | 'content';
  /** In the order of the sub-tabs. */
  readonly sections: readonly Section[];
  /** The accessible name of the sub-tabs. */
  readonly label: string;
  /** Shown for a section without articles. */
  readonly emptyText: string;
}

/** One sub-tab per section, with its description and its articles. */
export function SectionPanel({ navigation, tab, sections, label, emptyText }: SectionPanelProps) {
  const section = sections.find(({ slug }) => slug === navigation.location.category) ?? sections[0];
  if (section === undefined) return <Notice text="There are no sections here" />;
  return (
    <Tabs
      label={label}
      kind="sub"
      entries={sections.map(({ slug, shortName }) => ({ value: slug, label: shortName }))}
      value={section.slug}
      onChange={(category) => navigation.navigate({ tab, category, list: DEFAULT_LIST_VIEW })}
    >
      <div key={section.slug} className="panel-stack" data-section={section.slug}>
        <CategoryCard
          slug={section.slug}
          title={section.shortName}
          noun="description"
          fallback={defaultDescription(section.slug) || readPublication().tagline}
        />
        <ArticleList section={section} navigation={navigation} emptyText={emptyText} />
      </div>
    </Tabs>
  );
}
