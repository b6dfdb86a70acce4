import type { AiPolicy } from '#domain/site/ai-crawlers.ts';
import type { LatestMode } from '#domain/site/latest-mode.ts';
import type { FieldKind } from './field-kinds.ts';

interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

const AI_POLICIES: readonly Choice<AiPolicy>[] = [
  { value: 'allow', label: 'Allow everything' },
  { value: 'search', label: 'Allow search, refuse training' },
  { value: 'refuse', label: 'Refuse everything' },
];

const LATEST_MODES: readonly Choice<LatestMode>[] = [
  { value: 'off', label: 'Do not show' },
  { value: 'automatic', label: 'Show the newest articles' },
  { value: 'picked', label: 'Show the articles that editors pick' },
];

/** The options of settings that have one of a few values. */
export const CHOICES: Partial<Readonly<Record<FieldKind, readonly Choice[]>>> = {
  aiPolicy: AI_POLICIES,
  latestMode: LATEST_MODES,
};
