import { Island } from '#islands/island.tsx';
import type { Publication } from '../publication.ts';
import { subscribeFormProps } from './subscribe-form-props.ts';
import { SubscribeForm } from './subscribe-form.tsx';

/** The newsletter form as a section of another page. */
export function NewsletterSignup({ publication }: { readonly publication: Publication }) {
  return (
    <section className="newsletter-signup container pb-14 md:pb-20" aria-labelledby="newsletter-title">
      <div className="mx-auto max-w-[var(--measure)]">
        <h2 id="newsletter-title" className="text-2xl">
          Get the newsletter
        </h2>
        <Island
          name="subscribe-form"
          component={SubscribeForm}
          props={subscribeFormProps(publication)}
          on="interaction"
        />
      </div>
    </section>
  );
}
