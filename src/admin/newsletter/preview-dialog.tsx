import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api-client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { NEWSLETTER_KEY } from './newsletter-queries.ts';

interface PreviewDialogProps {
  readonly issueId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const preview = api.newsroom.newsletter.issues[':id'].preview.$get;

function previewOf(id: string) {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'preview', id],
    queryFn: ({ signal }) => answerOf(preview({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  });
}

/** The mail as it goes out, in both of its forms. */
export function PreviewDialog({ issueId, isOpen, onClose }: PreviewDialogProps) {
  const { data, isError, refetch } = useQuery({ ...previewOf(issueId), enabled: isOpen });
  const [isText, setText] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      title={data?.subject ?? 'Preview'}
      description="Pictures and links are those of the site. A test mail shows how a mail program draws it."
      foot={
        <button type="button" className="button button-quiet" onClick={() => setText(!isText)}>
          {isText ? 'Show as HTML' : 'Show as plain text'}
        </button>
      }
    >
      {data === undefined ? (
        isError ? (
          <LoadFailure text="Failed to load the preview" onRetry={refetch} />
        ) : (
          <Spinner label="Loading preview..." />
        )
      ) : isText ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <pre className="letter-text" tabIndex={0} role="region" aria-label="Plain text">
          {data.text}
        </pre>
      ) : (
        <iframe
          className="letter-frame"
          title="The mail"
          sandbox=""
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
          tabIndex={0}
          srcDoc={withoutSheet(data.html)}
        />
      )}
    </Dialog>
  );
}

/** Our policy allows no style sheet inside of a document; this one is for mail programs in the dark. */
function withoutSheet(html: string): string {
  return html.replace(/<style>[^<]*<\/style>/, '');
}
