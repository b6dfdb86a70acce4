import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { MAX_ARTICLES } from '#domain/newsletter/issue.ts';
import { Announcement } from '../components/announcement.tsx';
import { shortDate } from '../components/dates.ts';
import { SelectField } from '../components/field.tsx';
import { RowButtons } from '../components/row-buttons.tsx';
import { useOrderedList } from '../components/use-ordered-list.ts';
import { useSections } from '../sections/use-sections.ts';
import { candidateArticlesQuery, type IssueArticle } from './newsletter-queries.ts';

interface IssueArticlesProps {
  readonly issueId: string;
  readonly articles: readonly IssueArticle[];
  readonly error: string | undefined;
  readonly onChange: (articles: readonly IssueArticle[]) => void;
}

/** The articles of the issue in order, with buttons to move, remove and add articles. */
export function IssueArticles({ issueId, articles, error, onChange }: IssueArticlesProps) {
  const errorId = useId();
  const sections = useSections();
  const list = useRef<HTMLOListElement>(null);
  const rows = useOrderedList({ list, items: articles, nameOf: ({ title }) => title, onChange });
  return (
    <fieldset className="issue-articles">
      <legend className="field-legend">Articles</legend>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Articles of the issue"
        aria-describedby={error === undefined ? undefined : errorId}
        data-invalid={error !== undefined}
      >
        {articles.map((article, index) => (
          <li key={article.id} data-section={article.category_slug}>
            <div>
              <p className="issue-article-title" dir="auto">
                {article.title}
              </p>
              <p className="text-xs text-muted">
                {sections.get(article.category_slug).shortName} · {shortDate(article.publish_date)}
              </p>
            </div>
            <div className="issue-article-actions">
              <RowButtons {...rows.buttonsOf(index)} />
            </div>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
      {articles.length === 0 && <p className="text-muted">Add at least one article.</p>}
      <Announcement text={rows.announcement} />
      {articles.length < MAX_ARTICLES && (
        <AddArticle
          issueId={issueId}
          articles={articles}
          onAdd={(article) => onChange([...articles, article])}
        />
      )}
    </fieldset>
  );
}

interface AddArticleProps {
  readonly issueId: string;
  readonly articles: readonly IssueArticle[];
  readonly onAdd: (article: IssueArticle) => void;
}

function AddArticle({ issueId, articles, onAdd }: AddArticleProps) {
  const { data } = useQuery(candidateArticlesQuery(issueId));
  const [chosen, setChosen] = useState('');
  const includedIds = new Set(articles.map(({ id }) => id));
  const others = (data?.articles ?? []).filter(({ id }) => !includedIds.has(id));
  const article = others.find(({ id }) => id === chosen) ?? others[0];
  if (article === undefined) return null;
  return (
    <div className="add-article">
      <SelectField
        label="Add an article from the last thirty days"
        value={article.id}
        options={others.map(({ id, title, publish_date: date }) => ({
          value: id,
          label: `${title} (${shortDate(date)})`,
        }))}
        onChange={setChosen}
      />
      <button type="button" className="button button-secondary" onClick={() => onAdd(article)}>
        <Plus size={16} aria-hidden="true" />
        Add
      </button>
    </div>
  );
}
