/** Specification, section 8. The same for every address. */
export const SUBSCRIBED_TOAST = {
  title: 'Subscribed!',
  description: 'Thank you for subscribing to the newsletter',
} as const;

/** In its place on a site without a mail server: nobody is subscribed there. */
export const STORED_TOAST = {
  title: 'Your address was saved',
  description: 'It is not subscribed yet',
} as const;

/** The next step. Also the same for every address, so that it does not reveal whether the address was subscribed. */
export const CHECK_INBOX =
  'Check your inbox: an address that is new to the list gets an email with a link to confirm.';

/** The same for a site without a mail server, which cannot send the link. */
export const NO_MAIL_SERVER =
  'We cannot send you the email with the link to confirm yet, because this site has no mail server.';

/** Errors shown in the form, which keeps the entered address. */
export const SUBSCRIBE_ERRORS = {
  too_many: 'Too many sign-ups from your network. Your address was not sent; please try again in an hour.',
  unavailable: 'Your address could not be sent. Please try again in a moment.',
} as const;

/** Redirect target after a form that a browser without script submitted. */
export const SUBSCRIBED_PATH = '/newsletter/subscribed';
