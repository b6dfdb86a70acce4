import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { LATEST_LIMIT } from '#domain/articles/home-picks/home-pick.ts';
import { shortDate } from '../components/dates.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { Spinner } from '../components/spinner.tsx';
import { useSections } from '../sections/use-sections.ts';
import { type FoundArticle, publishedArticlesQuery } from './home-picks-queries.ts';

interface ArticlePickerProps {
  /** The ids of the articles that are in the list. */
  readonly picked: readonly string[];
  readonly isFull: boolean;
  readonly onPick: (article: FoundArticle) => void;
}

/** Finds published articles, and adds them to the list. */
export function ArticlePicker({ picked, isFull, onPick }: ArticlePickerProps) {
  const [search, setSearch] = useState('');
  const { data, isError, refetch } = useQuery(publishedArticlesQuery(search));
  return (
    <section className="article-picker" aria-labelledby="article-picker-title">
      <h3 id="article-picker-title">Add an article</h3>
      <SearchForm label="Search published articles" search={search} onSearch={setSearch} />
      {isFull && (
        <p className="text-sm text-muted" role="status">
          The list is full: it has {LATEST_LIMIT} articles. Remove one to add another.
        </p>
      )}
      {data === undefined ? (
        isError ? (
          <LoadFailure text="Failed to load articles" onRetry={refetch} />
        ) : (
          <Spinner label="Loading articles..." />
        )
      ) : data.length === 0 ? (
        <Notice
          text={search === '' ? 'No articles are published' : `No published articles found for “${search}”`}
        />
      ) : (
        <ul className="home-picks" aria-label="Published articles">
          {data.map((article) => (
            <FoundRow
              key={article.id}
              article={article}
              isPicked={picked.includes(article.id)}
              isFull={isFull}
              onPick={() => onPick(article)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface FoundRowProps {
  readonly article: FoundArticle;
  readonly isPicked: boolean;
  readonly isFull: boolean;
  readonly onPick: () => void;
}

function FoundRow({ article, isPicked, isFull, onPick }: FoundRowProps) {
  const sections = useSections();
  const isDisabled = isPicked || isFull;
  return (
    <li>
      <div className="home-pick-text">
        <p className="home-pick-title">
          <bdi>{article.title}</bdi>
        </p>
        <p className="fact-line home-pick-facts">
          <span>{sections.get(article.category_slug).shortName}</span>
          {article.publish_date !== null && <span>{shortDate(article.publish_date)}</span>}
        </p>
      </div>
      {/* Not `disabled`, which would take the focus away from the button that was just used. */}
      <button
        type="button"
        className="button button-secondary button-small"
        aria-label={`${isPicked ? 'Added' : 'Add'}: ${article.title}`}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && onPick()}
      >
        {!isPicked && <Plus size={15} aria-hidden="true" />}
        {isPicked ? 'Added' : 'Add'}
      </button>
    </li>
  );
}
