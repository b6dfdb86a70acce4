import { z } from 'zod';
import { emailAddress } from '#platform/mail/email-address-schema.ts';
import { removeUnsafe, toSingleLine } from '#platform/unsafe-characters.ts';
import { hasVisibleText } from '#platform/visible-text.ts';
import { FIELD_ERROR_MESSAGES, type ContactField, type ContactMessage, MAX_LENGTHS } from './message.ts';

const cleanLine = (text: string) => toSingleLine(text).replaceAll(/\s+/gu, ' ');

const cleanText = (text: string) => removeUnsafe(text).trim();

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
  email: emailAddress({ invalid: FIELD_ERROR_MESSAGES.email }),
  subject: field('subject', cleanLine),
  message: field('message', cleanText),
}) satisfies z.ZodType<ContactMessage>;
