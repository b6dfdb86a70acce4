/** Specification, section 8. */
export const SENT = {
  title: 'Message Sent!',
  description: "Thank you for reaching out. I'll get back to you soon.",
} as const;

export const failedToSend = (email: string) => ({
  title: 'Failed to Send',
  description: `Something went wrong. Please try again or email me directly at ${email}.`,
});

/** Where a browser without script is sent after its form was taken. The same for everybody, so it is kept like any page. */
export const SENT_PATH = '/contact/sent';
