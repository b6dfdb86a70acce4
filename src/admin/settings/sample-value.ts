import { isSampleText } from '#domain/site/sample-texts.ts';
import { DEFAULT_SETTINGS, type SettingName } from '#domain/site/settings.ts';
import { FIELD_KINDS, type FieldKind } from './field-kinds.ts';

/** Whether the text of a field is the invented default of its setting. */
export const isSampleValue = (name: SettingName, kind: FieldKind, text: string | undefined): boolean =>
  isSampleText(name) && text === FIELD_KINDS[kind].toText(DEFAULT_SETTINGS[name]);
