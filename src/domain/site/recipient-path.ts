/** Path of the page that the emailed link to a new recipient of contact messages opens. */
export const RECIPIENT_PATH = '/contact/recipient';
