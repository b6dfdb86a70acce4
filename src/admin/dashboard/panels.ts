import type { ComponentType } from 'react';
import { ArticlesPanel, ContentPanel } from './article-panels.tsx';
import { MessagesPanel } from '../messages/messages-panel.tsx';
import { NewMessagesBadge } from '../messages/new-messages-badge.tsx';
import { PendingCommentsBadge } from '../moderation/pending-comments-badge.tsx';
import { ModerationPanel } from '../moderation/moderation-panel.tsx';
import { NewsletterPanel } from '../newsletter/newsletter-panel.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { MediaPanel } from './media-panel.tsx';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface PanelEntry {
  /** The value of the `tab` query parameter. */
  readonly value: string;
  readonly label: string;
  readonly Badge?: ComponentType;
  readonly Panel: ComponentType<{ readonly navigation: DashboardNavigation }>;
}

/** The tabs of the dashboard in order. The first one is the default. */
export const PANELS: readonly [PanelEntry, ...PanelEntry[]] = [
  { value: 'articles', label: 'Articles', Panel: ArticlesPanel },
  { value: 'content', label: 'Content', Panel: ContentPanel },
  { value: 'media', label: 'Media', Panel: MediaPanel },
  { value: 'moderation', label: 'Moderation', Panel: ModerationPanel, Badge: PendingCommentsBadge },
  { value: 'messages', label: 'Messages', Panel: MessagesPanel, Badge: NewMessagesBadge },
  { value: 'newsletter', label: 'Newsletter', Panel: NewsletterPanel },
  { value: 'settings', label: 'Settings', Panel: SettingsPanel },
];
