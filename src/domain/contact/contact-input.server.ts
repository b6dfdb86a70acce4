import { z } from 'zod';
import { toSingleLine } from '#platform/text-line.ts';
import { hasVisibleText, removeDirectionControls } from '#platform/visible-text.ts';
import { FIELD_ERROR_MESSAGES, type ContactField, type ContactMessage, MAX_LENGTHS } from './message.ts';

const CONTROL_EXCEPT_BREAKS = /[^\P{Cc}\n\t]/gu;

/**
 * In an email header, line breaks could inject another header. With controls of the direction, a name could reverse the address after
 * it.
 */
const cleanLine = (text: string) => toSingleLine(removeDirectionControls(text)).replaceAll(/\s+/gu, ' ');

const cleanText = (text: string) =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL_EXCEPT_BREAKS, '').trim();

function field(name: ContactField, clean: (text: string) => string) {
  return z
    .string(FIELD_ERROR_MESSAGES[name])
    .transform(clean)
    .pipe(
      z
        .string()
        .refine(hasVisibleText, FIELD_ERROR_MESSAGES[name])
        .max(MAX_LENGTHS[name], `Please use at most ${MAX_LENGTHS[name]} characters.`),
    );
}

/** Validates a contact message and cleans its fields for storage and email. */
export const ContactMessageInput = z.object({
  name: field('name', cleanLine),
  email: field('email', cleanLine).pipe(
    z.email({ pattern: z.regexes.html5Email, error: FIELD_ERROR_MESSAGES.email }),
  ),
  subject: field('subject', cleanLine),
  message: field('message', cleanText),
}) satisfies z.ZodType<ContactMessage>;
