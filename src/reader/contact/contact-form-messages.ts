/** Specification, section 8. */
export const SENT_TOAST = {
  title: 'Message Sent!',
  description: "Thank you for reaching out. I'll get back to you soon.",
} as const;

export const sendFailedToast = (email: string) => ({
  title: 'Failed to Send',
  description: `Something went wrong. Please try again or email me directly at ${email}.`,
});

/** Redirect target after a form that a browser without script submitted. The same for every reader, so it is cached. */
export const SENT_PATH = '/contact/sent';
