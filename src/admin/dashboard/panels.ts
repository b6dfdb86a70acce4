import type { ComponentType } from 'react';
import { ArticlesPanel, ContentPanel } from './article-panels.tsx';
import { MessagesPanel } from '../messages/messages-panel.tsx';
import { NewBadge } from '../messages/new-badge.tsx';
import { HeldBadge } from '../moderation/held-badge.tsx';
import { ModerationPanel } from '../moderation/moderation-panel.tsx';
import { NewsletterPanel } from '../newsletter/newsletter-panel.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { MediaPanel } from './media-panel.tsx';
import type { PlaceControl } from './use-place.ts';

interface PanelEntry {
  /** Stands in the address. */
  readonly value: string;
  readonly label: string;
  readonly Badge?: ComponentType;
  readonly Panel: ComponentType<{ readonly control: PlaceControl }>;
}

/** The tabs of the dashboard in their order; the first is shown to somebody who was not here before. */
export const PANELS: readonly [PanelEntry, ...PanelEntry[]] = [
  { value: 'articles', label: 'Articles', Panel: ArticlesPanel },
  { value: 'content', label: 'Content', Panel: ContentPanel },
  { value: 'media', label: 'Media', Panel: MediaPanel },
  { value: 'moderation', label: 'Moderation', Panel: ModerationPanel, Badge: HeldBadge },
  { value: 'messages', label: 'Messages', Panel: MessagesPanel, Badge: NewBadge },
  { value: 'newsletter', label: 'Newsletter', Panel: NewsletterPanel },
  { value: 'settings', label: 'Settings', Panel: SettingsPanel },
];
