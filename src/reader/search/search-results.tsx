import { PublishDate } from '../components/date.tsx';
import { textAttributes } from '#platform/language.ts';
import type { FoundPageJson, SearchResultJson, TextPartJson } from './search-json.ts';

interface SearchResultsProps {
  readonly results: readonly SearchResultJson[];
  readonly timeZone: string;
  /** Number of the first result. */
  readonly start: number;
  readonly onOpen?: () => void;
}

export function SearchResultList({ results, timeZone, start, onOpen }: SearchResultsProps) {
  return (
    <ol className="search-results" start={start}>
      {results.map((result) => (
        <li key={result.path} data-section={result.category_slug}>
          <article>
            <h2 {...textAttributes(result.lang)}>
              <a href={result.path} onClick={onOpen}>
                <Parts parts={result.title} />
              </a>
            </h2>
            <p {...textAttributes(result.lang)}>
              <Parts parts={result.excerpt} />
            </p>
            <p className="meta">
              <span>{result.category_name}</span>
              <span className="wrap-anywhere">
                <bdi>{result.author_name}</bdi>
              </span>
              <PublishDate date={new Date(result.publish_date)} timeZone={timeZone} />
            </p>
          </article>
        </li>
      ))}
    </ol>
  );
}

interface FoundPagesProps {
  readonly pages: readonly FoundPageJson[];
  readonly onOpen?: () => void;
}

/** The pages of the publication that match, above the articles. */
export function FoundPages({ pages, onOpen }: FoundPagesProps) {
  return (
    <section className="search-pages" aria-labelledby="search-pages">
      <h2 id="search-pages">Pages</h2>
      <ul>
        {pages.map(({ path, title, excerpt, lang }) => (
          <li key={path}>
            <h3 {...textAttributes(lang)}>
              <a className="link" href={path} onClick={onOpen}>
                <Parts parts={title} />
              </a>
            </h3>
            <p {...textAttributes(lang)}>
              <Parts parts={excerpt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A text with the words that were searched for as `mark`. */
function Parts({ parts }: { readonly parts: readonly TextPartJson[] }) {
  return withOffsets(parts).map(({ text, match, start }) => (match ? <mark key={start}>{text}</mark> : text));
}

/** The parts with their places in the text, which tell equal ones apart. */
function withOffsets(parts: readonly TextPartJson[]): (TextPartJson & { readonly start: number })[] {
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += part.text.length;
    return { ...part, start };
  });
}
