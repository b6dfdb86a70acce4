import type { ReactNode } from 'react';
import { formatNumber } from '#ui/format-number.ts';
import type { Statistics } from './statistics-queries.ts';

/** The articles that were opened most often. */
export function ArticleRanking({ articles }: Pick<Statistics, 'articles'>) {
  return (
    <Ranking heading="Article">
      {articles.map(({ id, title, path, views }) => (
        <Row key={id} views={views} max={articles[0]?.views ?? 1}>
          {path === null ? (
            <>
              {title} <span className="ranking-note">(not published)</span>
            </>
          ) : (
            <a className="link" href={path}>
              {title}
            </a>
          )}
        </Row>
      ))}
    </Ranking>
  );
}

/** The sites whose links were followed most often. */
export function ReferrerRanking({ referrers }: Pick<Statistics, 'referrers'>) {
  const max = Math.max(1, ...referrers.map(({ views }) => views));
  return (
    <Ranking heading="Site">
      {referrers.map(({ host, views }) => (
        <Row key={host ?? ''} views={views} max={max}>
          {host === null ? 'All other sites' : <bdi dir="ltr">{host}</bdi>}
        </Row>
      ))}
    </Ranking>
  );
}

function Ranking({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <table className="ranking">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">Views</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface RowProps {
  readonly views: number;
  readonly max: number;
  readonly children: ReactNode;
}

function Row({ views, max, children }: RowProps) {
  return (
    <tr>
      <th scope="row" dir="auto">
        {children}
        <svg className="ranking-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={(views / max) * 100} height={1} />
        </svg>
      </th>
      <td>{formatNumber(views)}</td>
    </tr>
  );
}
