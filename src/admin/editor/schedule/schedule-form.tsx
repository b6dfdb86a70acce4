import { useState } from 'react';
import { scheduleError } from '#domain/articles/schedule/schedule.ts';
import { DAY_MS } from '#platform/durations.ts';
import { instantsOf, type LocalTime, localTimeAt } from '#platform/zoned-time.ts';
import { momentText } from '../../components/dates.ts';
import { useDialogInput } from '../../components/dialog-input.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { readPublication } from '../../publication.ts';

interface ScheduleFormProps {
  readonly id: string;
  /** The present moment of the schedule; null for none. */
  readonly scheduledAt: Date | null;
  /** The message for a moment that is not possible; by default for a schedule. */
  readonly errorOf?: (at: Date, now: Date) => string | null;
  /** An error of the last attempt. */
  readonly failure: string | undefined;
  readonly onSchedule: (at: Date) => void;
}

const MISSING = 'Please enter a date and a time';
const SKIPPED = 'Clocks are set forward and skip this time. Please choose another.';

/** A date and a time in the time zone of the publication. A time that clocks show twice has a choice. */
export function ScheduleForm({
  id,
  scheduledAt,
  errorOf = scheduleError,
  failure,
  onSchedule,
}: ScheduleFormProps) {
  const { timeZone } = readPublication();
  const [initial] = useState(() => initialTime(scheduledAt, timeZone));
  const [local, setLocal] = useState<LocalTime>(initial);
  const [isSecond, setSecond] = useState(() => isSecondOf(scheduledAt, timeZone));
  const [error, setError] = useState<string>();
  const instants = instantsOf(local, timeZone);
  useDialogInput(
    local.date !== initial.date ||
      local.time !== initial.time ||
      isSecond !== isSecondOf(scheduledAt, timeZone),
  );
  const at = (isSecond ? instants[1] : undefined) ?? instants[0];

  function change(next: Partial<LocalTime>): void {
    setLocal({ ...local, ...next });
    setError(undefined);
  }

  function submit(): void {
    const invalid = findError(local, at, errorOf);
    setError(invalid ?? undefined);
    if (at !== undefined && invalid === null) onSchedule(at);
  }

  return (
    <form
      id={id}
      className="schedule-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="schedule-fields">
        <TextField
          label="Date"
          type="date"
          required
          error={error}
          value={local.date}
          onChange={(event) => change({ date: event.target.value })}
        />
        <TextField
          label="Time"
          type="time"
          required
          value={local.time}
          onChange={(event) => change({ time: event.target.value })}
        />
      </div>
      {instants.length > 1 && (
        <SelectField
          label="Clocks show this time twice"
          value={isSecond ? 'second' : 'first'}
          options={instants.map((instant, index) => ({
            value: index === 0 ? 'first' : 'second',
            label: momentText(instant),
          }))}
          onChange={(value) => setSecond(value === 'second')}
        />
      )}
      <p className="text-muted" role="status">
        {at === undefined
          ? `Time zone of the publication: ${timeZone}`
          : momentText(at) + (timeZone === 'UTC' ? '' : ` (${timeZone})`)}
      </p>
      {failure !== undefined && (
        <p role="alert" className="field-error">
          {failure}
        </p>
      )}
    </form>
  );
}

function findError(
  { date, time }: LocalTime,
  at: Date | undefined,
  errorOf: NonNullable<ScheduleFormProps['errorOf']>,
): string | null {
  if (date === '' || time === '') return MISSING;
  return at === undefined ? SKIPPED : errorOf(at, new Date());
}

/** The present schedule, or nine o'clock tomorrow. */
function initialTime(scheduledAt: Date | null, timeZone: string): LocalTime {
  if (scheduledAt !== null) return localTimeAt(scheduledAt, timeZone);
  return { ...localTimeAt(new Date(Date.now() + DAY_MS), timeZone), time: '09:00' };
}

function isSecondOf(scheduledAt: Date | null, timeZone: string): boolean {
  if (scheduledAt === null) return false;
  const [, second] = instantsOf(localTimeAt(scheduledAt, timeZone), timeZone);
  return second !== undefined && scheduledAt >= second;
}
