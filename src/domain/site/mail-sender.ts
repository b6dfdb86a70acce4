import type { Site } from '#domain/site/site.ts';
import { shownSize } from '#domain/site/appearance/logo.ts';
import type { MailSender } from '#platform/mail/mail-layout.tsx';

/** The publication as sender, with the postal address that many countries require in bulk email. */
export function createMailSender({ name, url, locale, owner, appearance }: Site): MailSender {
  const { logo, accents } = appearance;
  return {
    name,
    url,
    locale,
    address: owner.address,
    logo: logo && { url: url + logo.pngUrl, ...shownSize(logo) },
    accents,
  };
}
