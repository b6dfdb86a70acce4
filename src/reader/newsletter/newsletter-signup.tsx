import { consentSentence } from '#domain/newsletter/subscriber.ts';
import type { Site } from '#domain/site/site.ts';
import { Island } from '#islands/island.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

/** The newsletter form as a section of another page. */
export function NewsletterSignup({ site }: { readonly site: Site }) {
  return (
    <section className="newsletter-signup container pb-14 md:pb-20" aria-labelledby="newsletter-title">
      <div className="mx-auto max-w-[var(--measure)]">
        <h2 id="newsletter-title" className="text-2xl">
          Get the newsletter
        </h2>
        <Island
          name="subscribe-form"
          component={SubscribeForm}
          props={{ consent: consentSentence(site.name), note: site.newsletter.note }}
          on="interaction"
        />
      </div>
    </section>
  );
}
