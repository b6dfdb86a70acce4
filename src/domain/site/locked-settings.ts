import type { Config, IdentityVariable } from '#platform/config.server.ts';
import { SETTING_DEFINITIONS, type SettingName, type Settings } from './settings.ts';
import type { Setting } from './settings/setting.ts';

/** The settings that the environment determines, which the newsroom cannot change. */
export interface LockedSettings {
  readonly values: Partial<Settings>;
  /** The variable that locks each of them. */
  readonly variables: Readonly<Partial<Record<SettingName, IdentityVariable>>>;
}

/** Values of variables are not limited by the schemas of the settings: every environment that was valid stays valid. */
export function lockedSettings({ identity }: Pick<Config, 'identity'>): LockedSettings {
  const locked = Object.entries<Setting>(SETTING_DEFINITIONS).flatMap(([name, { variable }]) => {
    const value = variable === undefined ? undefined : identity[variable];
    return value === undefined ? [] : [{ name, variable, value }];
  });
  return {
    values: Object.fromEntries(locked.map(({ name, value }) => [name, value])),
    variables: Object.fromEntries(locked.map(({ name, variable }) => [name, variable])),
  };
}

export const NOTHING_LOCKED: LockedSettings = { values: {}, variables: {} };
