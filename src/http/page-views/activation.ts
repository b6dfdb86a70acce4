/**
 * The header field with which the script of a page reports that it is shown now, after it was loaded ahead of time: that
 * request was not a view, and a browser sends no other when it shows the page.
 */
export const ACTIVATION_FIELD = 'x-page-shown';
