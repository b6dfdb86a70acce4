/** Followed by the id of an account that has logged out in this browser and not signed in again. */
const PREFIX = 'newsroom.logged-out.';

export function isLoggedOut(storage: Storage, userId: string): boolean {
  return storage.getItem(PREFIX + userId) !== null;
}

/** Does nothing where the storage has no room for it: that must not keep anybody from logging out. */
export function markLoggedOut(storage: Storage, userId: string): void {
  try {
    storage.setItem(PREFIX + userId, '');
  } catch {
    // The session ends all the same.
  }
}

export function unmarkLoggedOut(storage: Storage, userId: string): void {
  storage.removeItem(PREFIX + userId);
}
