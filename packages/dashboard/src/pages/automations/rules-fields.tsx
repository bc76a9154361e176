import type { Automation, Topic, UpdateAutomationRequest } from '@carrier-nest/sdk';
import { CheckboxField, SelectField, InputField } from '../../parts/field';
import type { FormValues } from '../../parts/form';
import { KeyValueFields, readKeyValues } from '../../parts/key-value-fields';
import { parseCommaList } from '../../parts/format';

interface RulesFieldsProps {
  topics: readonly Topic[];
  /** What they begin with. */
  rules?: Automation | undefined;
}

/** What can be changed at any time, also while people are in it. */
export function RulesFields({ topics, rules }: RulesFieldsProps) {
  return (
    <>
      <div className="pair">
        <SelectField
          label="Topic"
          name="topic_key"
          defaultValue={rules?.topic_key ?? ''}
          options={topicOptions(topics, rules?.topic_key ?? null)}
          hint="Who opts out of it leaves"
        />
        <InputField
          label="Answers go to"
          name="reply_to"
          defaultValue={rules?.reply_to ?? ''}
          placeholder="desk@mail.your-domain.example"
          hint="Empty: to the sender. Only at a domain that receives here an answer can end it."
        />
      </div>
      <CheckboxField
        label="Who answers leaves"
        name="exit_on_reply"
        defaultChecked={rules?.exit_on_reply ?? true}
        hint="What a machine answers does not count"
      />
      <TagFields rules={rules} />
      <SelectField
        label="Who has ended"
        name="reenrollment"
        defaultValue={rules?.reenrollment ?? 'after_completion'}
        options={reenrollmentOptions}
      />
      <KeyValueFields
        legend="Values for placeholders"
        hint={
          <>
            For <code>{'{{first_name}}'}</code> and the like, unless the enrolment brings its own. Where
            people join an audience or gain a tag, nobody brings any: then each placeholder needs one here.
          </>
        }
        initial={rules?.default_variables ?? {}}
      />
    </>
  );
}

function TagFields({ rules }: Pick<RulesFieldsProps, 'rules'>) {
  return (
    <div className="pair">
      <InputField
        label="Tags that end it"
        name="exit_tags"
        defaultValue={rules?.exit_tags.join(', ') ?? ''}
        placeholder="customer"
        hint="Who carries one is not taken in, or leaves. Separated by commas."
      />
      <InputField
        label="Tags that it asks for"
        name="required_tags"
        defaultValue={rules?.required_tags.join(', ') ?? ''}
        placeholder="trial"
        hint="Who lacks one is not taken in, or leaves. Separated by commas."
      />
    </div>
  );
}

const reenrollmentOptions = [
  ['after_completion', 'May begin again'],
  ['never', 'Does not begin again: everybody gets it once'],
] as const;

const topicOptions = (topics: readonly Topic[], selectedKey: string | null) => [
  ['', 'None'] as const,
  ...topics.map(({ key, name }) => [key, name] as const),
  ...(selectedKey !== null && !topics.some(({ key }) => key === selectedKey)
    ? [[selectedKey, `${selectedKey}, which was deleted`] as const]
    : []),
];

export const readRules = (formValues: FormValues): Required<UpdateAutomationRequest> => ({
  topic_key: formValues.text('topic_key') || null,
  reply_to: formValues.text('reply_to') || null,
  exit_on_reply: formValues.isChecked('exit_on_reply'),
  exit_tags: parseCommaList(formValues.text('exit_tags')),
  required_tags: parseCommaList(formValues.text('required_tags')),
  reenrollment: formValues.text('reenrollment') === 'never' ? 'never' : 'after_completion',
  default_variables: readKeyValues(formValues),
});
