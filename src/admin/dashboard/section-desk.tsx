import type { Section } from '#domain/categories/section.ts';
import { Tabs } from '../parts/tabs.tsx';
import { ArticleList } from './article-list.tsx';
import { CategoryCard } from './category-card.tsx';
import { SECTIONS_OF, WHOLE_LIST } from './place.ts';
import type { PlaceControl } from './use-place.ts';

interface SectionDeskProps {
  readonly control: PlaceControl;
  readonly tab: keyof typeof SECTIONS_OF;
  /** What the sub-tabs choose between. */
  readonly label: string;
  /** Shown for a section without articles. */
  readonly emptyText: string;
}

/** A sub-tab for each section: what is said about it, and its articles. */
export function SectionDesk({ control, tab, label, emptyText }: SectionDeskProps) {
  const sections = SECTIONS_OF[tab];
  const section = sectionAt(sections, control.place.category);
  return (
    <Tabs
      label={label}
      kind="sub"
      entries={sections.map(({ slug, names }) => ({ value: slug, label: names.badge }))}
      value={section.slug}
      onChange={(category) => control.go({ tab, category, list: WHOLE_LIST })}
    >
      <div key={section.slug} className="desk" data-section={section.slug}>
        <CategoryCard
          slug={section.slug}
          title={section.names.badge}
          noun="description"
          fallback={section.description}
        />
        <ArticleList section={section} control={control} emptyText={emptyText} />
      </div>
    </Tabs>
  );
}

function sectionAt(sections: readonly Section[], slug: string | null): Section {
  const found = sections.find((section) => section.slug === slug) ?? sections[0];
  if (found === undefined) throw new Error('A tab without sections');
  return found;
}
