import { DEFAULT_ICONS, iconFile } from '#domain/site/appearance/logo.ts';

/** The file that the newsroom shows beside the name, for the value of the setting. */
export const newsroomIcon = (setting: string) => iconFile(setting, 192) ?? DEFAULT_ICONS[0].href;
