/** Key prefix, followed by the id of an account that has logged out in this browser and not signed in again. */
const PREFIX = 'newsroom.logged-out.';

export function isLoggedOut(storage: Storage, userId: string): boolean {
  return storage.getItem(PREFIX + userId) !== null;
}

/** Does nothing when the storage is full: logout must not fail because of that. */
export function markLoggedOut(storage: Storage, userId: string): void {
  try {
    storage.setItem(PREFIX + userId, '');
  } catch {
    // The logout continues.
  }
}

export function unmarkLoggedOut(storage: Storage, userId: string): void {
  storage.removeItem(PREFIX + userId);
}
