/** The name of the honeypot field. People do not see it; a filled-in value marks the submission as automated. */
export const HONEYPOT = 'website';

/** A field for public forms. Positioned off-screen, because bots detect `display: none`. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Leave this empty
        <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
