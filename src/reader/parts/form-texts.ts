/** Beside a field for an address, when what stands in it cannot be one. */
export const INVALID_EMAIL = 'Please enter a whole e-mail address, such as you@example.com.';
