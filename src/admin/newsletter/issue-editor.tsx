import { useQueryClient } from '@tanstack/react-query';
import { Eye, Mail, Save, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { NOTE_LIMIT, SUBJECT_LIMIT } from '#domain/newsletter/issue.ts';
import { answerOf, api } from '../api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { shortMoment } from '../parts/dates.ts';
import { TextArea, TextField } from '../parts/field.tsx';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import { IssueArticles } from './issue-articles.tsx';
import { issueDraft, issueDraftFrom } from './issue-draft.ts';
import { type Issue, newsletterOverview, showIssue } from './newsletter-queries.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { TestMailDialog } from './test-mail-dialog.tsx';
import { useNewsletterCommand } from './use-newsletter-command.ts';

interface IssueEditorProps {
  readonly issue: Issue;
  /** How many would get it now. */
  readonly recipients: number;
  readonly canSend: boolean;
}

type Asking = 'preview' | 'test' | 'approve' | 'discard' | null;

const one = api.newsroom.newsletter.issues[':id'];

/** The draft: its words, its articles, and where it goes from here. */
export function IssueEditor({ issue, recipients, canSend }: IssueEditorProps) {
  const queries = useQueryClient();
  /** What the server has of it: what was typed is based on that. */
  const [base, setBase] = useState(issue);
  const draft = useFormDraft({
    formId: `newsletter-issue/${issue.id}`,
    schema: issueDraft,
    saved: issueDraftFrom(base),
    revision: base.revision,
  });
  const typed = draft.values;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);

  async function saved(): Promise<Issue> {
    if (!draft.isUnsaved) return base;
    const json = {
      subject: typed.subject,
      note: typed.note,
      article_ids: typed.articles.map(({ id }) => id),
    };
    const next = await answerOf(
      one.$put({
        param: { id: base.id },
        header: { 'if-match': `"${draft.revision ?? base.revision}"` },
        json,
      }),
    );
    setBase(next);
    draft.settle({ sent: typed, saved: issueDraftFrom(next), revision: next.revision });
    showIssue(queries, next);
    return next;
  }

  const saving = useNewsletterCommand({
    run: saved,
    done: 'Issue saved',
    failed: 'Failed to save the issue',
  });
  const approving = useNewsletterCommand({
    async run() {
      const { id, revision } = await saved();
      const held = await answerOf(
        one.approval.$put({ param: { id }, header: { 'if-match': `"${revision}"` } }),
      );
      showIssue(queries, held);
    },
    done: 'Issue approved. It goes out in ten minutes.',
    failed: 'Failed to approve the issue',
  });
  const discarding = useNewsletterCommand({
    async run() {
      await answerOf(one.$delete({ param: { id: base.id } }));
      draft.clear();
    },
    done: 'Draft discarded',
    failed: 'Failed to discard the draft',
  });
  const opening = useNewsletterCommand({
    run: async (dialog: Asking) => {
      await saved();
      setAsking(dialog);
    },
    failed: 'Failed to save the issue',
  });
  const isBusy = saving.isPending || approving.isPending || opening.isPending;
  const isOutdated = typeof draft.revision === 'number' && draft.revision < base.revision;
  const isStale =
    isOutdated ||
    [saving, approving, opening].some(({ error }) => error instanceof ApiError && error.status === 412);

  /** Goes on with what the server has now: instead of what was typed, or below it. */
  async function goOnWithTheirs({ keepsTyped }: { readonly keepsTyped: boolean }): Promise<void> {
    const fresh = await queries.fetchQuery({ ...newsletterOverview(), staleTime: 0 });
    for (const command of [saving, approving, opening]) command.reset();
    if (fresh.issue === null || fresh.issue.id !== base.id) return;
    setBase(fresh.issue);
    if (keepsTyped) draft.rebase(fresh.issue.revision);
    else draft.clear();
  }

  return (
    <section className="desk-card issue-editor" aria-labelledby="issue-title">
      <div className="list-head">
        <div>
          <h2 id="issue-title">This week’s issue</h2>
          <p className="list-count">
            <span className="status status-draft">Draft</span> changed {shortMoment(base.updated_at)}
            {base.updated_by_name === null ? '' : ` by ${base.updated_by_name}`}
          </p>
        </div>
        <button
          type="button"
          className="button button-plain button-small button-warning"
          onClick={() => setAsking('discard')}
        >
          <Trash2 size={15} aria-hidden="true" />
          Discard
        </button>
      </div>
      {base.problem !== null && <p className="newsletter-problem">{base.problem}</p>}
      {isStale && (
        <div className="newsletter-problem" role="alert">
          <p>Somebody has changed this issue meanwhile. What you have typed is still here, and not saved.</p>
          <button type="button" className="link" onClick={() => void goOnWithTheirs({ keepsTyped: true })}>
            Keep what I have typed
          </button>
          <button type="button" className="link" onClick={() => void goOnWithTheirs({ keepsTyped: false })}>
            Take their version instead
          </button>
        </div>
      )}
      <form
        className="issue-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) saving.mutate();
        }}
      >
        <TextField
          label="Subject"
          required
          maxLength={SUBJECT_LIMIT}
          value={typed.subject}
          onChange={(event) => draft.change({ subject: event.target.value })}
        />
        <TextArea
          label="Note to the readers"
          hint="Stands above the articles, if there is one. An empty line begins a paragraph."
          rows={5}
          maxLength={NOTE_LIMIT}
          value={typed.note}
          onChange={(event) => draft.change({ note: event.target.value })}
        />
        <IssueArticles
          issueId={base.id}
          articles={typed.articles}
          onChange={(articles) => draft.change({ articles })}
        />
        <FormDraftNotice draft={draft} />
        <div className="newsletter-actions">
          <button
            type="button"
            className="button"
            disabled={isBusy || !canSend || typed.articles.length === 0}
            onClick={() => setAsking('approve')}
          >
            <Send size={16} aria-hidden="true" />
            Approve
          </button>
          <button type="submit" className="button button-quiet" disabled={isBusy || !draft.isUnsaved}>
            <Save size={16} aria-hidden="true" />
            {saving.isPending ? 'Saving...' : 'Save'}
          </button>
          <button
            type="button"
            className="button button-plain"
            disabled={isBusy || typed.articles.length === 0}
            onClick={() => opening.mutate('preview')}
          >
            <Eye size={16} aria-hidden="true" />
            Preview
          </button>
          <button
            type="button"
            className="button button-plain"
            disabled={isBusy || typed.articles.length === 0}
            onClick={() => opening.mutate('test')}
          >
            <Mail size={16} aria-hidden="true" />
            Send a test
          </button>
        </div>
      </form>
      <PreviewDialog issueId={base.id} isOpen={asking === 'preview'} onClose={close} />
      <TestMailDialog issueId={base.id} isOpen={asking === 'test'} onClose={close} />
      <ConfirmDialog
        isOpen={asking === 'approve'}
        title="Approve Issue"
        subject={typed.subject}
        text={`It goes to ${counted(recipients)} in ten minutes. Until then you can undo it.`}
        action="Approve"
        busyAction="Approving..."
        isBusy={approving.isPending}
        onConfirm={() => approving.mutate(undefined, { onSettled: close })}
        onCancel={close}
      />
      <ConfirmDialog
        isOpen={asking === 'discard'}
        title="Discard Draft"
        subject={typed.subject}
        text="Are you sure you want to discard this draft? This action cannot be undone."
        action="Discard"
        busyAction="Discarding..."
        isBusy={discarding.isPending}
        isDangerous
        onConfirm={() => discarding.mutate(undefined, { onSettled: close })}
        onCancel={close}
      />
    </section>
  );
}

function counted(recipients: number): string {
  return recipients === 1 ? 'one subscriber' : `${recipients.toLocaleString('en-US')} subscribers`;
}
