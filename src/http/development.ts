/**
 * Whether Vite's development server runs this code: modules then have their source paths as URLs, and Vite's client
 * needs a less strict policy. False in the built server, in tests, and when Node runs the source directly (`env` is
 * undefined).
 */
export const isDevelopment = import.meta.env?.MODE === 'development';
