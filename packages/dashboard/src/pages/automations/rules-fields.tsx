import type { Automation, Topic, UpdateAutomationRequest } from '@carrier-nest/sdk';
import { Check, Choice, Field } from '../../parts/field';
import type { Entered } from '../../parts/form';
import { Values, valuesOf } from '../../parts/values';

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
        <Choice
          label="Topic"
          name="topic_key"
          defaultValue={rules?.topic_key ?? ''}
          options={topicChoices(topics, rules?.topic_key ?? null)}
          hint="Who opts out of it leaves"
        />
        <Field
          label="Answers go to"
          name="reply_to"
          defaultValue={rules?.reply_to ?? ''}
          placeholder="desk@mail.your-domain.example"
          hint="Empty: to the sender. Only at a domain that receives here an answer can end it."
        />
      </div>
      <Check
        label="Who answers leaves"
        name="exit_on_reply"
        defaultChecked={rules?.exit_on_reply ?? true}
        hint="What a machine answers does not count"
      />
      <TagFields rules={rules} />
      <Choice
        label="Who has ended"
        name="reenrollment"
        defaultValue={rules?.reenrollment ?? 'after_completion'}
        options={reenrolments}
      />
      <Values
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
      <Field
        label="Tags that end it"
        name="exit_tags"
        defaultValue={rules?.exit_tags.join(', ') ?? ''}
        placeholder="customer"
        hint="Who carries one is not taken in, or leaves. Separated by commas."
      />
      <Field
        label="Tags that it asks for"
        name="required_tags"
        defaultValue={rules?.required_tags.join(', ') ?? ''}
        placeholder="trial"
        hint="Who lacks one is not taken in, or leaves. Separated by commas."
      />
    </div>
  );
}

const reenrolments = [
  ['after_completion', 'May begin again'],
  ['never', 'Does not begin again: everybody gets it once'],
] as const;

const topicChoices = (topics: readonly Topic[], chosen: string | null) => [
  ['', 'None'] as const,
  ...topics.map(({ key, name }) => [key, name] as const),
  ...(chosen !== null && !topics.some(({ key }) => key === chosen)
    ? [[chosen, `${chosen}, which was deleted`] as const]
    : []),
];

export const rulesOf = (entered: Entered): Required<UpdateAutomationRequest> => ({
  topic_key: entered.text('topic_key') || null,
  reply_to: entered.text('reply_to') || null,
  exit_on_reply: entered.isChecked('exit_on_reply'),
  exit_tags: tagsIn(entered.text('exit_tags')),
  required_tags: tagsIn(entered.text('required_tags')),
  reenrollment: entered.text('reenrollment') === 'never' ? 'never' : 'after_completion',
  default_variables: valuesOf(entered),
});

const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
