import {
  Clapperboard,
  Cpu,
  Feather,
  Globe2,
  Landmark,
  type LucideIcon,
  Mic,
  Newspaper,
  Palette,
  RadioTower,
  ScanSearch,
  Sprout,
  Trophy,
} from 'lucide-react';
import type { MediaSection, SectionSlug } from '#domain/categories/section.ts';

const ICONS: Readonly<Record<SectionSlug | MediaSection['slug'] | 'articles', LucideIcon>> = {
  articles: Newspaper,
  'global-politics': Globe2,
  'african-affairs': Sprout,
  'economy-society': Landmark,
  sports: Trophy,
  culture: Palette,
  technology: Cpu,
  'media-power': RadioTower,
  opinions: Feather,
  investigations: ScanSearch,
  podcasts: Mic,
  videos: Clapperboard,
};

interface SectionIconProps {
  readonly of: keyof typeof ICONS;
  /** Pixels. */
  readonly size: number;
}

export function SectionIcon({ of, size }: SectionIconProps) {
  const Icon = ICONS[of];
  return <Icon size={size} strokeWidth={1.6} aria-hidden="true" />;
}
