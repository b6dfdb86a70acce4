/** Specification, section 8: the same for every address. */
export const SUBSCRIBED = {
  title: 'Subscribed!',
  description: 'Thank you for subscribing to the newsletter',
} as const;

/** What to do next, also the same for every address: it tells nobody whether this one was on the list. */
export const CHECK_INBOX =
  'Check your inbox: an address that is new to the list gets an email with a link to confirm.';

/** In the form, which keeps the address. */
export const NOT_SENT = {
  too_many:
    'There were too many sign-ups from your network. Your address was not sent; please try again in an hour.',
  unavailable: 'Your address could not be sent. Please try again in a moment.',
} as const;

/** Where a browser without script is sent after its form was taken. */
export const SUBSCRIBED_PATH = '/newsletter/subscribed';
