/** The name of a field that people do not see. What fills it in is a program. */
export const HONEYPOT = 'website';

/** Stands in a form that anybody may send. Off the screen instead of `display: none`, which programs look for. */
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
