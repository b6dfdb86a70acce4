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

/** By their names in the icon set Lucide. */
const ICONS = {
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
} as const satisfies Readonly<Record<string, LucideIcon>>;

export type IconName = keyof typeof ICONS;

interface NamedIconProps {
  readonly name: IconName;
  /** Pixels. */
  readonly size: number;
}

/** An icon that is chosen at run time. Decorative. */
export function NamedIcon({ name, size }: NamedIconProps) {
  const Icon = ICONS[name];
  return <Icon size={size} strokeWidth={1.6} aria-hidden="true" />;
}
