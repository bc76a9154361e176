import type { Automation, Topic, UpdateAutomationRequest } from '@carrier-nest/sdk';
import { CheckboxField, SelectField, InputField } from '../../parts/field';
import type { FormValues } from '../../parts/form';
import { KeyValueFields, readKeyValues } from '../../parts/key-value-fields';
import { parseCommaList } from '../../parts/format';

interface RulesFieldsProps {
  topics: readonly Topic[];
  /** The initial values. */
  rules?: Automation | undefined;
}

/** The settings that can change at any time, even with active enrollments. */
export function RulesFields({ topics, rules }: RulesFieldsProps) {
  return (
    <>
      <div className="pair">
        <SelectField
          label="Topic"
          name="topic_key"
          defaultValue={rules?.topic_key ?? ''}
          options={topicOptions(topics, rules?.topic_key ?? null)}
          hint="Recipients who opt out of the topic exit."
        />
        <InputField
          label="Reply-To"
          name="reply_to"
          defaultValue={rules?.reply_to ?? ''}
          placeholder="desk@mail.your-domain.example"
          hint="Leave empty to use the From address. Replies are detected only at a domain that receives email through this service."
        />
      </div>
      <CheckboxField
        label="Exit on reply"
        name="exit_on_reply"
        defaultChecked={rules?.exit_on_reply ?? true}
        hint="Automated replies are ignored."
      />
      <TagFields rules={rules} />
      <SelectField
        label="Re-entry"
        name="reenrollment"
        defaultValue={rules?.reenrollment ?? 'after_completion'}
        options={reenrollmentOptions}
      />
      <VariableFields rules={rules} />
    </>
  );
}

function VariableFields({ rules }: Pick<RulesFieldsProps, 'rules'>) {
  return (
    <>
      <CheckboxField
        label="Use the fields of the contact"
        name="contact_fields"
        defaultChecked={rules?.contact_fields ?? false}
        hint="Placeholders such as {{first_name}} and the keys of attributes get the values of the contact. Values with a URL or more than 120 characters are ignored."
      />
      <KeyValueFields
        legend="Default variables"
        hint={
          <>
            Values of placeholders such as <code>{'{{first_name}}'}</code> that neither the enrollment nor the
            contact supplies. Audience and tag triggers supply no values.
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
        label="Exit tags"
        name="exit_tags"
        defaultValue={rules?.exit_tags.join(', ') ?? ''}
        placeholder="customer"
        hint="A contact with any of these tags is not enrolled, or exits if enrolled. Separate tags with commas."
      />
      <InputField
        label="Required tags"
        name="required_tags"
        defaultValue={rules?.required_tags.join(', ') ?? ''}
        placeholder="trial"
        hint="A contact that lacks any of these tags is not enrolled, or exits if enrolled. Separate tags with commas."
      />
    </div>
  );
}

const reenrollmentOptions = [
  ['after_completion', 'Allowed'],
  ['never', 'Not allowed'],
] as const;

const topicOptions = (topics: readonly Topic[], selectedKey: string | null) => [
  ['', 'None'] as const,
  ...topics.map(({ key, name }) => [key, name] as const),
  ...(selectedKey !== null && !topics.some(({ key }) => key === selectedKey)
    ? [[selectedKey, `${selectedKey} (deleted)`] as const]
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
  contact_fields: formValues.isChecked('contact_fields'),
});
