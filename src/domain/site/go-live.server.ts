import { eq } from 'drizzle-orm';
import { userRoles } from '#domain/accounts/tables.server.ts';
import type { Config } from '#platform/config.server.ts';
import type { Db } from '#platform/db/database.ts';
import { findLastBackup } from '#platform/last-backup.server.ts';
import { writesMailFiles } from '#platform/mail/mail.server.ts';
import { DEFAULT_SETTINGS, type SettingName, type Settings } from './settings.ts';

/** One point of the checklist before a publication goes live. */
export interface GoLiveCheck {
  /** Stable, for programs. */
  readonly name: string;
  /** What to do. */
  readonly task: string;
  readonly isDone: boolean;
  /** An offer: the publication is ready without it, so nothing reminds of it. */
  readonly isOptional?: boolean;
}

type CheckedConfig = Pick<Config, 'dataDir' | 'mail' | 'publicUrl'>;

/** The points that settings and environment answer. */
function checkSettings(settings: Settings, { mail, publicUrl }: CheckedConfig): readonly GoLiveCheck[] {
  const isChanged = (name: SettingName) =>
    JSON.stringify(settings[name]) !== JSON.stringify(DEFAULT_SETTINGS[name]);
  return [
    { name: 'name', task: 'Give the publication its name', isDone: isChanged('publication_name') },
    {
      name: 'contact',
      task: 'Replace the samples of the contact page: public email address and postal address',
      isDone: isChanged('contact_email') && isChanged('contact_address'),
    },
    {
      name: 'social',
      task: 'Replace or remove the samples of social profiles',
      isDone: isChanged('contact_social'),
    },
    {
      name: 'about',
      task: 'Replace the samples of the About page: mission, principles and timeline',
      isDone: isChanged('about_mission') && isChanged('about_principles') && isChanged('about_timeline'),
    },
    {
      name: 'benefits',
      task: 'Replace the samples of the newsletter page: what subscribers get',
      isDone: isChanged('newsletter_benefits'),
    },
    {
      name: 'mail',
      task: 'Set SMTP_URL, so that emails are sent and not written to files',
      isDone: !writesMailFiles(mail),
    },
    {
      name: 'https',
      task: 'Set PUBLIC_URL to an address that begins with https://',
      isDone: publicUrl.startsWith('https://'),
    },
  ];
}

/** The complete checklist, in the order in which it is shown. */
export async function listGoLiveChecks(
  db: Db,
  settings: Settings,
  config: CheckedConfig,
): Promise<readonly GoLiveCheck[]> {
  const admins = await db.$count(userRoles, eq(userRoles.role, 'admin'));
  const backup = await findLastBackup(config.dataDir);
  return [
    ...checkSettings(settings, config),
    { name: 'backup', task: 'Create a backup, and schedule further ones', isDone: backup !== null },
    {
      name: 'second_admin',
      task: 'Invite a second administrator, in case the first one loses access',
      isDone: admins > 1,
    },
    {
      name: 'latest',
      task: 'Show the latest articles on the home page',
      isDone: settings.home_latest !== 'off',
      isOptional: true,
    },
  ];
}
