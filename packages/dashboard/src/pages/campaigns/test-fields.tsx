import { Check, Choice, Field } from '../../parts/field';
import { emptyVariant, type Start, type TestDraft, type VariantDraft } from './draft';

interface TestFieldsProps {
  test: TestDraft | undefined;
  start: Start;
  /** That of the campaign, which variants have unless they say otherwise. */
  subject: string;
  onChange: (test: TestDraft | undefined) => void;
}

const variantsMin = 2;
const variantsMax = 10;

/** Variants of the mail: tried on a part of the people, or each at its own time. */
export function TestFields({ test, start, subject, onChange }: TestFieldsProps) {
  const begun: TestDraft = { isTimed: false, variants: [emptyVariant(0), emptyVariant(1)] };
  return (
    <fieldset>
      <legend>A/B test</legend>
      <Check
        label="Try variants of it"
        name="is_test"
        defaultChecked={test !== undefined}
        onChange={(isTest) => onChange(isTest ? begun : undefined)}
      />
      {test && (
        <>
          <Choice
            label="How"
            value={test.isTimed ? 'timed' : 'winner'}
            onChange={(how) => onChange({ ...test, isTimed: how === 'timed' })}
            options={[
              ['winner', 'On a part of the people; the better one goes to the others'],
              ['timed', 'Each to its share of the people, at its own time'],
            ]}
          />
          <VariantList test={test} subject={subject} onChange={onChange} />
          {!test.isTimed && <Settings start={start} />}
        </>
      )}
    </fieldset>
  );
}

interface VariantListProps {
  test: TestDraft;
  subject: string;
  onChange: (test: TestDraft) => void;
}

function VariantList({ test, subject, onChange }: VariantListProps) {
  const { variants } = test;
  const change = (next: readonly VariantDraft[]): void => onChange({ ...test, variants: next });
  const nextId = Math.max(...variants.map(({ id }) => id)) + 1;
  return (
    <>
      <ol className="variants">
        {variants.map((variant, place) => (
          <li key={variant.id}>
            <OneVariant
              variant={variant}
              place={place + 1}
              isTimed={test.isTimed}
              subject={subject}
              onChange={(changed) => change(variants.map((one) => (one.id === variant.id ? changed : one)))}
              {...(variants.length > variantsMin && {
                onRemove: () => change(variants.filter(({ id }) => id !== variant.id)),
              })}
            />
          </li>
        ))}
      </ol>
      {variants.length < variantsMax && (
        <p>
          <button type="button" onClick={() => change([...variants, emptyVariant(nextId)])}>
            Add a variant
          </button>
        </p>
      )}
    </>
  );
}

interface OneVariantProps {
  variant: VariantDraft;
  place: number;
  isTimed: boolean;
  subject: string;
  onChange: (variant: VariantDraft) => void;
  onRemove?: () => void;
}

function OneVariant({ variant, place, isTimed, subject, onChange, onRemove }: OneVariantProps) {
  const field = (label: string, part: Exclude<keyof VariantDraft, 'id'>) => ({
    label: `${label} of variant ${place}`,
    value: variant[part],
    onChange: (event: { target: { value: string } }) => onChange({ ...variant, [part]: event.target.value }),
  });
  return (
    <fieldset className="variant">
      <legend className="unseen">Variant {place}</legend>
      <Field {...field('Key', 'key')} required maxLength={32} pattern="[a-z0-9_\-]+" />
      <Field
        {...field('Subject', 'subject')}
        maxLength={998}
        placeholder={subject || 'That of the campaign'}
      />
      <Field {...field('Sender’s name', 'fromName')} placeholder="That of the campaign" />
      {isTimed && (
        <Field {...field('Time', 'sendAt')} type="datetime-local" required hint="Your local time" />
      )}
      {onRemove && (
        <button type="button" onClick={onRemove} aria-label={`Remove variant ${place}`}>
          Remove
        </button>
      )}
    </fieldset>
  );
}

const waits: readonly (readonly [minutes: string, says: string])[] = [
  ['15', '15 minutes'],
  ['60', '1 hour'],
  ['240', '4 hours'],
  ['720', '12 hours'],
  ['1440', '1 day'],
  ['4320', '3 days'],
  ['10080', '7 days'],
];

function Settings({ start: { ab_test } }: { start: Start }) {
  const wait = String(ab_test?.decide_after_minutes ?? 240);
  const isUsual = waits.some(([minutes]) => minutes === wait);
  return (
    <div className="pair">
      <Choice
        label="The winner is what"
        name="metric"
        defaultValue={ab_test?.metric ?? 'open'}
        options={[
          ['open', 'more people open'],
          ['click', 'more people click in'],
        ]}
      />
      <Field
        label="Tried on, in percent"
        name="sample_share"
        type="number"
        min={5}
        max={100}
        step="any"
        required
        defaultValue={Math.round((ab_test?.sample_share ?? 0.2) * 10_000) / 100}
        hint="It takes 100 people for each variant."
      />
      <Choice
        label="Decided after"
        name="decide_after_minutes"
        defaultValue={wait}
        options={isUsual ? waits : [...waits, [wait, `${wait} minutes`]]}
      />
    </div>
  );
}
