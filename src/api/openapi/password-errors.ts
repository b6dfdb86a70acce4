/** The errors of requests with a password, or with another proof of who sends them, for `problems()`. */
export const PASSWORD_ERRORS = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'conflict',
  'unprocessable',
  'too_many',
  'unavailable',
] as const;
