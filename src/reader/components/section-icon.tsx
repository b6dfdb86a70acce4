import {
  BookOpen,
  Briefcase,
  Clapperboard,
  Cpu,
  Feather,
  FlaskConical,
  Globe2,
  GraduationCap,
  HeartPulse,
  Landmark,
  type LucideIcon,
  MapPin,
  Mic,
  Newspaper,
  Palette,
  RadioTower,
  Scale,
  ScanSearch,
  Sprout,
  Trophy,
  Users,
} from 'lucide-react';
import type { SectionIconName } from '#domain/categories/section-icons.ts';

const ICONS: Readonly<Record<SectionIconName, LucideIcon>> = {
  globe: Globe2,
  sprout: Sprout,
  landmark: Landmark,
  trophy: Trophy,
  palette: Palette,
  cpu: Cpu,
  'radio-tower': RadioTower,
  feather: Feather,
  'scan-search': ScanSearch,
  newspaper: Newspaper,
  mic: Mic,
  clapperboard: Clapperboard,
  scale: Scale,
  'heart-pulse': HeartPulse,
  'graduation-cap': GraduationCap,
  'flask-conical': FlaskConical,
  briefcase: Briefcase,
  'map-pin': MapPin,
  'book-open': BookOpen,
  users: Users,
};

interface SectionIconProps {
  readonly icon: SectionIconName;
  /** Pixels. */
  readonly size: number;
}

export function SectionIcon({ icon, size }: SectionIconProps) {
  const Icon = ICONS[icon];
  return <Icon size={size} strokeWidth={1.6} aria-hidden="true" />;
}
