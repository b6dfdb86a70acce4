import { Refusal } from '#platform/refusal.ts';

/** Why the HTML of an article is not accepted, in a sentence beside its field. */
export function refuseContent(sentence: string): Refusal {
  return new Refusal('unprocessable', '', { fields: { content: sentence } });
}
