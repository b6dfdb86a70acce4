import type { Section } from '#domain/categories/section.ts';
import { Tabs } from '../components/tabs.tsx';
import { ArticleList } from './article-list.tsx';
import { CategoryCard } from './category-card.tsx';
import { SECTIONS_BY_TAB, DEFAULT_LIST_VIEW } from './dashboard-location.ts';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface SectionPanelProps {
  readonly navigation: DashboardNavigation;
  readonly tab: keyof typeof SECTIONS_BY_TAB;
  /** The accessible name of the sub-tabs. */
  readonly label: string;
  /** Shown for a section without articles. */
  readonly emptyText: string;
}

/** One sub-tab per section, with its description and its articles. */
export function SectionPanel({ navigation, tab, label, emptyText }: SectionPanelProps) {
  const sections = SECTIONS_BY_TAB[tab];
  const section = sectionAt(sections, navigation.location.category);
  return (
    <Tabs
      label={label}
      kind="sub"
      entries={sections.map(({ slug, names }) => ({ value: slug, label: names.badge }))}
      value={section.slug}
      onChange={(category) => navigation.navigate({ tab, category, list: DEFAULT_LIST_VIEW })}
    >
      <div key={section.slug} className="panel-stack" data-section={section.slug}>
        <CategoryCard
          slug={section.slug}
          title={section.names.badge}
          noun="description"
          fallback={section.description}
        />
        <ArticleList section={section} navigation={navigation} emptyText={emptyText} />
      </div>
    </Tabs>
  );
}

function sectionAt(sections: readonly Section[], slug: string | null): Section {
  const found = sections.find((section) => section.slug === slug) ?? sections[0];
  if (found === undefined) throw new Error('The tab has no sections');
  return found;
}
