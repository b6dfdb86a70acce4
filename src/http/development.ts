/**
 * Whether Vite's development server runs this code: modules then have their source addresses, and Vite's client needs a
 * wider policy. False in the built server, in tests, and when Node runs the source by itself, where there is no `env`.
 */
export const isDevelopment = import.meta.env?.MODE === 'development';
