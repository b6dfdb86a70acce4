import { useQueryClient } from '@tanstack/react-query';
import { Eye, Mail, Save, Send, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { NOTE_LIMIT, SUBJECT_LIMIT } from '#domain/newsletter/issue.ts';
import { parseResponse, api } from '../api-client.ts';
import { fieldErrorsOf, isStaleSave } from '../api/api-error.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import { shortDateTime } from '../components/dates.ts';
import { TextArea, TextField } from '../components/field.tsx';
import { Panel } from '../components/panel.tsx';
import { toastSuccess } from '../components/toast.tsx';
import { useFailureToastEnd, useFormError } from '../components/use-form-error.ts';
import { mailFilesNote } from '../email-text.ts';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import { IssueArticles } from './issue-articles.tsx';
import { issueFormValues, issueFormValuesFrom } from './issue-form-values.ts';
import { type Issue, overviewQuery, setCurrentIssue } from './newsletter-queries.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { TestEmailDialog } from './test-email-dialog.tsx';
import { useNewsletterCommand } from './use-newsletter-command.ts';

interface IssueEditorProps {
  readonly issue: Issue;
  /** The current number of recipients. */
  readonly recipients: number;
  readonly canSend: boolean;
}

/** What shows the issue as it is on the server. */
type View = 'preview' | 'test' | 'approve';

/** The email as it would be sent now. */
const EMAIL_VIEWS = [
  { view: 'preview', label: 'Preview', Icon: Eye },
  { view: 'test', label: 'Send test email', Icon: Mail },
] as const;

const issueApi = api.newsroom.newsletter.issues[':id'];

/** Edits a draft, with preview, test email, approval and discard. */
export function IssueEditor({ issue, recipients, canSend }: IssueEditorProps) {
  const queries = useQueryClient();
  /** The issue on the server that the form values are based on. */
  const [base, setBase] = useState(issue);
  const draft = useFormDraft({
    formId: `newsletter-issue/${issue.id}`,
    schema: issueFormValues,
    saved: issueFormValuesFrom(base),
    revision: base.revision,
  });
  const values = draft.values;
  const form = useRef<HTMLFormElement>(null);
  const [openDialog, setOpenDialog] = useState<View | 'discard' | null>(null);
  const close = () => setOpenDialog(null);

  /** Returns the new revision. */
  async function save(): Promise<number> {
    const json = {
      subject: values.subject,
      note: values.note,
      article_ids: values.articles.map(({ id }) => id),
    };
    const next = await parseResponse(
      issueApi.$put({
        param: { id: base.id },
        header: { 'if-match': `"${draft.revision ?? base.revision}"` },
        json,
      }),
    );
    setBase(next);
    draft.onSaved({ sent: values, saved: issueFormValuesFrom(next), revision: next.revision });
    setCurrentIssue(queries, next);
    return next.revision;
  }

  /** Its input is the view that opens afterwards, if any. */
  const saving = useNewsletterCommand({
    async run(view: View | null) {
      return { view, revision: await save() };
    },
    failed: 'Failed to save the issue',
    onSuccess({ view }) {
      if (view === null) toastSuccess('Issue saved');
    },
  });
  const approving = useNewsletterCommand({
    async run(revision: number) {
      const approved = await parseResponse(
        issueApi.approval.$put({ param: { id: base.id }, header: { 'if-match': `"${revision}"` } }),
      );
      setCurrentIssue(queries, approved);
    },
    done: 'Issue approved. You can undo this for ten minutes.',
    failed: 'Failed to approve the issue',
  });
  const discarding = useNewsletterCommand({
    async run() {
      await parseResponse(issueApi.$delete({ param: { id: base.id } }));
      draft.clear();
    },
    done: 'Draft discarded',
    failed: 'Failed to discard the draft',
  });
  const isBusy = saving.isPending || approving.isPending;
  useFormError(form, saving.error);
  useFailureToastEnd(approving.error);

  /** Opens it once the buttons are enabled again: one of them gets the focus when the dialog closes. */
  function openView(view: View): void {
    if (draft.isUnsaved) saving.mutate(view, { onSuccess: () => setOpenDialog(view) });
    else setOpenDialog(view);
  }

  /** Saves first what was entered while the dialog of the approval opened: the dialog shows it. */
  function approve(): void {
    const send = (revision: number) => approving.mutate(revision, { onSettled: close });
    if (!draft.isUnsaved) return send(base.revision);
    saving.mutate('approve', { onSuccess: ({ revision }) => send(revision), onError: close });
  }

  const fieldErrors = fieldErrorsOf(saving.error);
  const isOutdated = typeof draft.revision === 'number' && draft.revision < base.revision;
  const isStale = isOutdated || [saving, approving].some(({ error }) => isStaleSave(error));

  /** Loads the current issue of the server and either keeps or discards the unsaved form values. */
  async function loadCurrent({ keepChanges }: { readonly keepChanges: boolean }): Promise<void> {
    const fresh = await queries.fetchQuery({ ...overviewQuery(), staleTime: 0 });
    for (const command of [saving, approving]) command.reset();
    if (fresh.issue === null || fresh.issue.id !== base.id) return;
    setBase(fresh.issue);
    if (keepChanges) draft.rebase(fresh.issue.revision);
    else draft.clear();
  }

  return (
    <Panel
      titleId="issue-title"
      title="This week’s issue"
      className="issue-editor"
      note={
        <>
          <span className="status status-draft">Draft</span> changed {shortDateTime(base.updated_at)}
          {base.updated_by_name === null ? '' : ` by ${base.updated_by_name}`}
        </>
      }
      action={
        <button
          type="button"
          className="button button-plain button-small button-warning"
          onClick={() => setOpenDialog('discard')}
        >
          <Trash2 size={15} aria-hidden="true" />
          Discard
        </button>
      }
    >
      {base.problem !== null && <p className="newsletter-problem">{base.problem}</p>}
      {isStale && (
        <div className="newsletter-problem" role="alert">
          <p>Someone else changed this issue.{draft.isUnsaved && ' Your changes are not saved yet.'}</p>
          {draft.isUnsaved && (
            <button type="button" className="link" onClick={() => void loadCurrent({ keepChanges: true })}>
              Keep my changes
            </button>
          )}
          <button type="button" className="link" onClick={() => void loadCurrent({ keepChanges: false })}>
            Use their version
          </button>
        </div>
      )}
      <form
        ref={form}
        className="issue-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) saving.mutate(null);
        }}
      >
        <TextField
          label="Subject"
          required
          maxLength={SUBJECT_LIMIT}
          value={values.subject}
          error={draft.isUnsaved ? fieldErrors['subject'] : undefined}
          onChange={(event) => draft.change({ subject: event.target.value })}
        />
        <TextArea
          label="Note to readers"
          hint="Optional. Appears above the articles. An empty line starts a new paragraph."
          rows={5}
          maxLength={NOTE_LIMIT}
          value={values.note}
          onChange={(event) => draft.change({ note: event.target.value })}
        />
        <IssueArticles
          issueId={base.id}
          articles={values.articles}
          error={draft.isUnsaved ? fieldErrors['article_ids'] : undefined}
          onChange={(articles) => draft.change({ articles })}
        />
        <FormDraftNotice draft={draft} />
        <div className="newsletter-actions">
          <button
            type="button"
            className="button"
            disabled={isBusy || !canSend || values.articles.length === 0}
            onClick={() => openView('approve')}
          >
            <Send size={16} aria-hidden="true" />
            Approve
          </button>
          <button type="submit" className="button button-secondary" disabled={isBusy || !draft.isUnsaved}>
            <Save size={16} aria-hidden="true" />
            {saving.isPending && saving.variables === null ? 'Saving...' : 'Save'}
          </button>
          {EMAIL_VIEWS.map(({ view, label, Icon }) => (
            <button
              key={view}
              type="button"
              className="button button-plain"
              disabled={isBusy || values.articles.length === 0}
              onClick={() => openView(view)}
            >
              <Icon size={16} aria-hidden="true" />
              {label}
            </button>
          ))}
        </div>
      </form>
      <PreviewDialog issueId={base.id} isOpen={openDialog === 'preview'} onClose={close} />
      {openDialog === 'test' && <TestEmailDialog issueId={base.id} onClose={close} />}
      <ConfirmDialog
        isOpen={openDialog === 'approve'}
        title="Approve issue"
        subject={values.subject}
        text={`${approvalEffect(recipients)} Until then, you can undo the approval.`}
        note={mailFilesNote()}
        action="Approve"
        busyAction="Approving..."
        isBusy={isBusy}
        onConfirm={approve}
        onCancel={close}
      />
      <DeleteDialog
        isOpen={openDialog === 'discard'}
        onClose={close}
        title="Discard draft"
        subject={values.subject}
        text="Are you sure you want to discard this draft? This action cannot be undone."
        action="Discard"
        busyAction="Discarding..."
        request={discarding}
      />
    </Panel>
  );
}

function approvalEffect(recipients: number): string {
  if (recipients === 0)
    return 'There is no confirmed subscriber, so nobody will get this issue by email. In ten minutes it appears among the past issues.';
  const subscribers =
    recipients === 1 ? 'one subscriber' : `${recipients.toLocaleString('en-US')} subscribers`;
  return `It will be sent to ${subscribers} in ten minutes.`;
}
