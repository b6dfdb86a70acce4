import { PublishDate } from '../components/date.tsx';
import { textAttributes } from '#platform/language.ts';
import { PAGE_KIND_NAMES } from './search-messages.ts';
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

/** What matches and is no article, above the articles. */
export function FoundPages({ pages, onOpen }: FoundPagesProps) {
  return (
    <ul className="search-pages" aria-label={headingOf(pages)}>
      {pages.map(({ kind, path, title, excerpt, lang }) => (
        <li key={path}>
          <p className="eyebrow">{PAGE_KIND_NAMES[kind].name}</p>
          <h2 {...textAttributes(lang)}>
            <a className="link" href={path} onClick={onOpen}>
              <Parts parts={title} />
            </a>
          </h2>
          {excerpt.length > 0 && (
            <p {...textAttributes(lang)}>
              <Parts parts={excerpt} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** "Sections and pages": of the kinds that were found. */
const headingOf = (pages: readonly FoundPageJson[]) =>
  [...new Set(pages.map(({ kind }) => kind))].map((kind) => PAGE_KIND_NAMES[kind].plural).join(', ');

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
