import { z } from 'zod';
import { COMPLAINTS, type ContactField, type ContactMessage, LONGEST } from './message.ts';

const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\t]/gu;
const BREAKS_AND_BLANKS = /[\p{Cc}\s\u2028\u2029]+/gu;

/** A line break in a name or a subject means nothing, and in a mail's head it would mean too much. */
const oneLine = (text: string) => text.toWellFormed().replaceAll(BREAKS_AND_BLANKS, ' ').trim();

const prose = (text: string) =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL_BUT_BREAKS, '').trim();

function field(name: ContactField, clean: (text: string) => string) {
  return z
    .string(COMPLAINTS[name])
    .transform(clean)
    .pipe(
      z.string().min(1, COMPLAINTS[name]).max(LONGEST[name], `At most ${LONGEST[name]} characters, please.`),
    );
}

/** A message as it is stored, from whatever came in: trimmed, and of each field what can be written and mailed. */
export const WrittenMessage = z.object({
  name: field('name', oneLine),
  email: field('email', oneLine).pipe(z.email({ pattern: z.regexes.html5Email, error: COMPLAINTS.email })),
  subject: field('subject', oneLine),
  message: field('message', prose),
}) satisfies z.ZodType<ContactMessage>;
