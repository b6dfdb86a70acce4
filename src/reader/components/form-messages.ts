/** Error of an email field whose value is not an email address. */
export const INVALID_EMAIL = 'Please enter a complete email address, such as you@example.com.';
