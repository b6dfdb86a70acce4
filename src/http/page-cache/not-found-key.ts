/**
 * The one key of every not-found page, so that made-up addresses cannot fill the memory. It looks like no address, so
 * no request finds it by accident.
 */
export const NOT_FOUND_KEY = '404';
