import { CheckboxField, SelectField, InputField } from '../../parts/field';
import { emptyVariant, type CampaignFormValues, type TestDraft, type VariantDraft } from './campaign-draft';

interface TestFieldsProps {
  test: TestDraft | undefined;
  initialValues: CampaignFormValues;
  /** The subject of the campaign, which applies to variants without a subject. */
  subject: string;
  onChange: (test: TestDraft | undefined) => void;
}

const variantsMin = 2;
const variantsMax = 10;

/** The variants of the email, which are tested on a sample or sent at their own times. */
export function TestFields({ test, initialValues, subject, onChange }: TestFieldsProps) {
  const emptyTest: TestDraft = { isTimed: false, variants: [emptyVariant(0), emptyVariant(1)] };
  return (
    <fieldset>
      <legend>A/B test</legend>
      <CheckboxField
        label="Test variants"
        name="is_test"
        defaultChecked={test !== undefined}
        onChange={(isTest) => onChange(isTest ? emptyTest : undefined)}
      />
      {test && (
        <>
          <SelectField
            label="Method"
            value={test.isTimed ? 'timed' : 'winner'}
            onChange={(mode) => onChange({ ...test, isTimed: mode === 'timed' })}
            options={[
              ['winner', 'Test on a sample, then send the winner to the remaining recipients'],
              ['timed', 'Send each variant to its share of recipients at its own time'],
            ]}
          />
          <VariantList test={test} subject={subject} onChange={onChange} />
          {!test.isTimed && <TestSettingsFields initialValues={initialValues} />}
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
        {variants.map((variant, index) => (
          <li key={variant.id}>
            <VariantFields
              variant={variant}
              number={index + 1}
              isTimed={test.isTimed}
              subject={subject}
              onChange={(changed) =>
                change(variants.map((candidate) => (candidate.id === variant.id ? changed : candidate)))
              }
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
            Add variant
          </button>
        </p>
      )}
    </>
  );
}

interface VariantFieldsProps {
  variant: VariantDraft;
  number: number;
  isTimed: boolean;
  subject: string;
  onChange: (variant: VariantDraft) => void;
  onRemove?: () => void;
}

function VariantFields({ variant, number, isTimed, subject, onChange, onRemove }: VariantFieldsProps) {
  const field = (label: string, property: Exclude<keyof VariantDraft, 'id'>) => ({
    label: `${label} of variant ${number}`,
    value: variant[property],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...variant, [property]: event.target.value }),
  });
  return (
    <fieldset className="variant">
      <legend className="unseen">Variant {number}</legend>
      <InputField {...field('Key', 'key')} required maxLength={32} pattern="[a-z0-9_\-]+" />
      <InputField
        {...field('Subject', 'subject')}
        maxLength={998}
        placeholder={subject || 'Same as the campaign'}
      />
      <InputField {...field('Sender name', 'fromName')} placeholder="Same as the campaign" />
      {isTimed && (
        <InputField {...field('Time', 'sendAt')} type="datetime-local" required hint="Your local time" />
      )}
      {onRemove && (
        <button type="button" onClick={onRemove} aria-label={`Remove variant ${number}`}>
          Remove
        </button>
      )}
    </fieldset>
  );
}

const waitOptions: readonly (readonly [minutes: string, label: string])[] = [
  ['15', '15 minutes'],
  ['60', '1 hour'],
  ['240', '4 hours'],
  ['720', '12 hours'],
  ['1440', '1 day'],
  ['4320', '3 days'],
  ['10080', '7 days'],
];

function TestSettingsFields({ initialValues: { ab_test } }: { initialValues: CampaignFormValues }) {
  const wait = String(ab_test?.decide_after_minutes ?? 240);
  const isListed = waitOptions.some(([minutes]) => minutes === wait);
  return (
    <div className="pair">
      <SelectField
        label="Winner by"
        name="metric"
        defaultValue={ab_test?.metric ?? 'open'}
        options={[
          ['open', 'Open rate'],
          ['click', 'Click rate'],
        ]}
      />
      <InputField
        label="Sample size (%)"
        name="sample_share"
        type="number"
        min={5}
        max={100}
        step="any"
        required
        defaultValue={Math.round((ab_test?.sample_share ?? 0.2) * 10_000) / 100}
        hint="At least 100 recipients for each variant."
      />
      <SelectField
        label="Test duration"
        name="decide_after_minutes"
        defaultValue={wait}
        options={isListed ? waitOptions : [...waitOptions, [wait, `${wait} minutes`]]}
      />
    </div>
  );
}
