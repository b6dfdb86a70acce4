import type { ComponentType } from 'react';
import type { Action } from '#domain/accounts/permissions.ts';
import { AuthorsPanel } from '../authors/authors-panel.tsx';
import { ArticlesPanel, ContentPanel } from './article-panels.tsx';
import { CalendarPanel } from '../calendar/calendar-panel.tsx';
import { HomePagePanel } from '../home-page/home-page-panel.tsx';
import { MessagesPanel } from '../messages/messages-panel.tsx';
import { NewMessagesBadge } from '../messages/new-messages-badge.tsx';
import { PendingCommentsBadge } from '../moderation/pending-comments-badge.tsx';
import { ModerationPanel } from '../moderation/moderation-panel.tsx';
import { NewsletterPanel } from '../newsletter/newsletter-panel.tsx';
import { PagesPanel } from '../pages/pages-panel.tsx';
import { PeoplePanel } from '../people/people-panel.tsx';
import { RedirectsPanel } from '../redirects/redirects-panel.tsx';
import { ReviewPanel } from '../reviews/review-panel.tsx';
import { ToReviewBadge } from '../reviews/to-review-badge.tsx';
import { AuditPanel } from '../audit/audit-panel.tsx';
import { SectionsPanel } from '../sections/sections-panel.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { StatisticsPanel } from '../statistics/statistics-panel.tsx';
import { WebhooksPanel } from '../webhooks/webhooks-panel.tsx';
import { TrashPanel } from '../trash/trash-panel.tsx';
import { MediaPanel } from './media-panel.tsx';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface PanelEntry {
  /** The value of the `tab` query parameter. */
  readonly value: string;
  readonly label: string;
  /** The permission without which the tab is hidden. */
  readonly action: Action;
  readonly Badge?: ComponentType;
  readonly Panel: ComponentType<{ readonly navigation: DashboardNavigation }>;
}

/** The tabs of the dashboard in order. The first one is the default. */
export const PANELS: readonly [PanelEntry, ...PanelEntry[]] = [
  { value: 'articles', label: 'Articles', action: 'article.read', Panel: ArticlesPanel },
  { value: 'content', label: 'Content', action: 'article.read', Panel: ContentPanel },
  { value: 'media', label: 'Media', action: 'article.read', Panel: MediaPanel },
  {
    value: 'reviews',
    label: 'To review',
    action: 'article.review',
    Panel: ReviewPanel,
    Badge: ToReviewBadge,
  },
  { value: 'calendar', label: 'Calendar', action: 'article.read', Panel: CalendarPanel },
  { value: 'trash', label: 'Trash', action: 'article.write', Panel: TrashPanel },
  { value: 'sections', label: 'Sections', action: 'section.edit', Panel: SectionsPanel },
  { value: 'authors', label: 'Authors', action: 'author.edit', Panel: AuthorsPanel },
  { value: 'pages', label: 'Pages', action: 'page.edit', Panel: PagesPanel },
  { value: 'home', label: 'Home page', action: 'home_page.edit', Panel: HomePagePanel },
  { value: 'redirects', label: 'Redirects', action: 'redirect.manage', Panel: RedirectsPanel },
  {
    value: 'moderation',
    label: 'Moderation',
    action: 'comment.moderate',
    Panel: ModerationPanel,
    Badge: PendingCommentsBadge,
  },
  {
    value: 'messages',
    label: 'Messages',
    action: 'message.read',
    Panel: MessagesPanel,
    Badge: NewMessagesBadge,
  },
  { value: 'newsletter', label: 'Newsletter', action: 'newsletter.manage', Panel: NewsletterPanel },
  { value: 'statistics', label: 'Statistics', action: 'statistics.read', Panel: StatisticsPanel },
  { value: 'people', label: 'People', action: 'people.manage', Panel: PeoplePanel },
  { value: 'audit', label: 'Audit log', action: 'audit.read', Panel: AuditPanel },
  { value: 'webhooks', label: 'Webhooks', action: 'webhook.manage', Panel: WebhooksPanel },
  { value: 'settings', label: 'Settings', action: 'settings.edit', Panel: SettingsPanel },
];
