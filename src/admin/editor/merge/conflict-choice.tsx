import { useId } from 'react';
import { LineComparison } from '../revisions/line-comparison.tsx';
import type { Choice, MergeConflict } from './merge-drafts.ts';

interface ConflictChoiceProps {
  readonly conflict: MergeConflict;
  /** Who saved the other version. */
  readonly editorName: string;
  /** Null until the user chooses. */
  readonly value: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

/** Shows what both have made of a field or passage, and asks which one is taken. */
export function ConflictChoice({ conflict, editorName, value, onChoose }: ConflictChoiceProps) {
  const name = useId();
  const { label, base } = conflict;
  const legend = label ?? 'Passage';
  return (
    <fieldset className="merge-conflict">
      <legend className="field-legend">{legend}: changed by both</legend>
      <div className="merge-versions">
        {(['theirs', 'mine'] as const).map((version) => (
          <div key={version}>
            <p className="comparison-legend">{version === 'mine' ? 'Yours' : editorName}</p>
            {conflict[version].length === 0 ? (
              <p className="comparison text-muted">{label === null ? 'Deleted.' : 'Empty.'}</p>
            ) : (
              <LineComparison
                before={base}
                after={conflict[version]}
                label={`${legend}, ${version === 'mine' ? 'yours' : `of ${editorName}`}`}
              />
            )}
          </div>
        ))}
      </div>
      <div className="merge-choices">
        {CHOICES.filter((choice) => choice !== 'both' || label === null).map((choice) => (
          <label key={choice} className="check-field">
            <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(choice)} />
            <span>{CHOICE_LABELS[choice]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const CHOICES = ['both', 'theirs', 'mine'] as const;

const CHOICE_LABELS: Readonly<Record<Choice, string>> = {
  both: 'Both, theirs first',
  theirs: 'Theirs',
  mine: 'Mine',
};
