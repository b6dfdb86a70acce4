import { formatCount } from '#ui/format-count.ts';
import { formatNumber } from '#ui/format-number.ts';
import { CheckSection } from './check-section.tsx';
import type { PublicationCheck } from './load-check.ts';

/** Kilobytes as tools of browsers count them: a thousand bytes. */
const kilobytes = (bytes: number) => `${formatNumber(Math.round(bytes / 100) / 10)} kB`;

/** Reading time, and what a reader downloads. */
export function WeightTable({
  check: { weight, read_time: readTime, word_count: words },
}: {
  readonly check: Pick<PublicationCheck, 'weight' | 'read_time' | 'word_count'>;
}) {
  const rows = [
    ['HTML, compressed', weight.html, weight.html],
    ['Style sheets', weight.style_sheets, weight.style_sheets],
    ['Fonts', weight.fonts, weight.fonts],
    ['Script', weight.scripts, weight.scripts],
    ['Pictures', weight.pictures.phone, weight.pictures.desktop],
  ] as const;
  return (
    <CheckSection title="Reading time and download size">
      <p>
        {readTime} · {formatCount(words, 'word')}
      </p>
      <table className="check-weight">
        <caption className="visually-hidden">Download size of the page</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Phone</th>
            <th scope="col">Desktop</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, phone, desktop]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{kilobytes(phone)}</td>
              <td>{kilobytes(desktop)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{kilobytes(weight.total.phone)}</td>
            <td>{kilobytes(weight.total.desktop)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="field-hint">
        For a reader who opens the site for the first time and scrolls to the end.
        {weight.unmeasured > 0 && ` Without ${formatCount(weight.unmeasured, 'picture')} of unknown size.`}
      </p>
    </CheckSection>
  );
}
