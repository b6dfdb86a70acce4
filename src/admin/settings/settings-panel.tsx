import type { ReactNode } from 'react';
import { Panel } from '../components/panel.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ViewTabs } from '../dashboard/view-tabs.tsx';
import { CommentingForm } from '../moderation/commenting-form.tsx';
import { DraftingSettings } from '../newsletter/drafting-settings.tsx';
import { AppearancePreview } from './appearance-preview.tsx';
import { IdentityForm } from './identity-form.tsx';
import type { IdentitySection } from './identity-fields.ts';
import { LoadedSettings } from './loaded-settings.tsx';
import { NavigationForm } from './navigation/navigation-form.tsx';
import { RecipientNotice } from './recipient-notice.tsx';
import { RetentionForm } from './retention-form.tsx';
import { SectionColorsForm } from './section-colors-form.tsx';
import { SystemPanel } from './system-panel.tsx';

interface SectionEntry {
  /** The value of the `view` query parameter. */
  readonly value: string;
  readonly label: string;
  render(): ReactNode;
}

/** The sections in order. The first one is the default. */
const SECTIONS: readonly [SectionEntry, ...SectionEntry[]] = [
  identitySection(
    'publication',
    'Publication',
    'On every page, in feeds and in emails, as soon as it is saved.',
  ),
  {
    value: 'appearance',
    label: 'Appearance',
    render: () => (
      <SettingsSection
        title="Appearance"
        note="Logo, icon and colors of the reader site, the newsroom and emails."
      >
        <LoadedSettings>
          {(settings) => (
            <>
              <IdentityForm
                section="appearance"
                settings={settings}
                preview={(values) => (
                  <AppearancePreview
                    light={values['appearance_accent_light'] ?? ''}
                    dark={values['appearance_accent_dark'] ?? ''}
                  />
                )}
              />
              <SectionColorsForm settings={settings} />
            </>
          )}
        </LoadedSettings>
      </SettingsSection>
    ),
  },
  {
    value: 'contact',
    label: 'Contact',
    render: () => (
      <SettingsSection title="Contact" note="How readers reach you, and where their messages go.">
        <LoadedSettings>
          {(settings) => (
            <>
              <RecipientNotice settings={settings} />
              <IdentityForm section="contact" settings={settings} />
            </>
          )}
        </LoadedSettings>
      </SettingsSection>
    ),
  },
  {
    value: 'navigation',
    label: 'Navigation',
    render: () => (
      <SettingsSection title="Navigation" note="The menu and the lists in the footer of every page.">
        <LoadedSettings>{(settings) => <NavigationForm settings={settings} />}</LoadedSettings>
      </SettingsSection>
    ),
  },
  identitySection('home', 'Home', 'Texts of the home page, and whether it shows the latest articles.'),
  identitySection('accounts', 'Accounts', 'Who can have an account. People are invited under People.'),
  identitySection(
    'discovery',
    'Feeds and crawlers',
    'How feed readers, search engines and other programs find the publication.',
  ),
  {
    value: 'comments',
    label: 'Comments',
    render: () => (
      <SettingsSection title="Commenting">
        <LoadedSettings>{(settings) => <CommentingForm settings={settings} />}</LoadedSettings>
      </SettingsSection>
    ),
  },
  {
    value: 'newsletter',
    label: 'Newsletter',
    render: () => (
      <>
        <DraftingSettings />
        {identitySection(
          'newsletterPage',
          'Newsletter page',
          'Texts of the page with the sign-up form.',
        ).render()}
      </>
    ),
  },
  identitySection(
    'statistics',
    'Statistics',
    'Numbers by day, without cookies, addresses or anything else about readers.',
  ),
  {
    value: 'retention',
    label: 'Data retention',
    render: () => (
      <SettingsSection title="Data retention" note={<RetentionNote />}>
        <LoadedSettings>{(settings) => <RetentionForm settings={settings} />}</LoadedSettings>
      </SettingsSection>
    ),
  },
  { value: 'system', label: 'System', render: () => <SystemPanel /> },
];

/** All settings, with one sub-tab per section. */
export function SettingsPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const section = SECTIONS.find(({ value }) => value === navigation.location.view) ?? SECTIONS[0];
  return (
    <ViewTabs label="Settings" entries={SECTIONS} view={section.value} navigation={navigation}>
      {section.render()}
    </ViewTabs>
  );
}

function identitySection(value: IdentitySection, label: string, note: string): SectionEntry {
  return {
    value,
    label,
    render: () => (
      <SettingsSection title={label} note={note}>
        <LoadedSettings>{(settings) => <IdentityForm section={value} settings={settings} />}</LoadedSettings>
      </SettingsSection>
    ),
  };
}

interface SettingsSectionProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

function SettingsSection({ title, note, children }: SettingsSectionProps) {
  return (
    <Panel titleId="settings-title" title={title}>
      {note !== undefined && <p className="settings-note">{note}</p>}
      {children}
    </Panel>
  );
}

function RetentionNote() {
  return (
    <>
      In days. Older data is permanently deleted within a day. Readers can see these periods and delete their
      data on the{' '}
      <a className="link" href="/your-data">
        personal data page
      </a>
      .
    </>
  );
}
