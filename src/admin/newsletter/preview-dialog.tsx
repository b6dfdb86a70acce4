import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseResponse, api } from '../api-client.ts';
import { Dialog } from '../components/dialog.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
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
    queryFn: ({ signal }) => parseResponse(preview({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  });
}

/** A preview of the email as HTML or plain text. */
export function PreviewDialog({ issueId, isOpen, onClose }: PreviewDialogProps) {
  const { data, isError, refetch } = useQuery({ ...previewOf(issueId), enabled: isOpen });
  const [isText, setText] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      title={data?.subject ?? 'Preview'}
      description="Images and links are those of the site. Send a test email to see how an email program displays it."
      footer={
        <button type="button" className="button button-secondary" onClick={() => setText(!isText)}>
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
        <pre className="email-preview-text" tabIndex={0} role="region" aria-label="Plain text">
          {data.text}
        </pre>
      ) : (
        <iframe
          className="email-preview"
          title="Email preview"
          sandbox=""
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
          tabIndex={0}
          srcDoc={withoutStyleElement(data.html)}
        />
      )}
    </Dialog>
  );
}

/** Removes the style element, which the content security policy blocks. It has only the dark mode of email programs. */
function withoutStyleElement(html: string): string {
  return html.replace(/<style>[^<]*<\/style>/, '');
}
