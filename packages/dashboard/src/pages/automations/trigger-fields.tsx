import type { Trigger, TriggerRequest } from '@carrier-nest/sdk';
import { useState } from 'react';
import { SelectField, InputField } from '../../parts/field';
import type { FormValues } from '../../parts/form';
import type { FormOptions } from './form-options';

const triggerKinds = [
  ['api', 'A call, or you, take somebody in'],
  ['contact_added', 'Somebody joins an audience'],
  ['event', 'Your program tells of an event'],
  ['tag_added', 'Somebody gains a tag'],
] as const;

interface TriggerFieldsProps {
  formOptions: FormOptions;
  initial: Trigger | undefined;
}

/** What begins it, and what that kind asks for. */
export function TriggerFields({ formOptions, initial }: TriggerFieldsProps) {
  const [kind, setKind] = useState<string>(initial?.kind ?? 'api');
  return (
    <div className="pair">
      <SelectField
        label="It begins when"
        name="kind"
        value={kind}
        onChange={setKind}
        options={triggerKinds}
      />
      {kind === 'contact_added' && (
        <AudienceField formOptions={formOptions} initial={initial?.audience_id ?? undefined} />
      )}
      {kind === 'event' && (
        <InputField
          label="Name of the event"
          name="event_name"
          required
          maxLength={120}
          defaultValue={initial?.event_name ?? ''}
          placeholder="signed_up"
          hint="Exactly as your program says it: letter case counts"
        />
      )}
      {kind === 'tag_added' && (
        <InputField
          label="Tag"
          name="tag"
          required
          maxLength={60}
          defaultValue={initial?.tag ?? ''}
          placeholder="customer"
          hint="Who carries it already is not taken in"
        />
      )}
    </div>
  );
}

const otherAudience = 'other';

function AudienceField({ formOptions, initial }: { formOptions: FormOptions; initial: string | undefined }) {
  const { audiences, hasUnlistedAudiences } = formOptions;
  const isListed = initial === undefined || audiences.some(({ id }) => id === initial);
  const [selected, setSelected] = useState(
    isListed ? (initial ?? audiences[0]?.id ?? otherAudience) : otherAudience,
  );
  return (
    <>
      <SelectField
        label="Audience"
        name="audience_id"
        value={selected}
        onChange={setSelected}
        options={[
          ...audiences.map(({ id, name }) => [id, name] as const),
          [otherAudience, hasUnlistedAudiences ? 'An older one, by its id' : 'Another one, by its id'],
        ]}
        hint="An import begins nothing, unless it says so"
      />
      {selected === otherAudience && (
        <InputField
          label="Id of the audience"
          name="audience_other"
          required
          defaultValue={isListed ? '' : initial}
        />
      )}
    </>
  );
}

export function readTrigger(formValues: FormValues): TriggerRequest {
  const kind = triggerKinds.find(([name]) => name === formValues.text('kind'))?.[0] ?? 'api';
  switch (kind) {
    case 'api':
      return { kind };
    case 'contact_added': {
      const selected = formValues.text('audience_id');
      return { kind, audience_id: selected === otherAudience ? formValues.text('audience_other') : selected };
    }
    case 'event':
      // Events are matched to the letter, spaces too.
      return { kind, event_name: formValues.rawText('event_name') };
    case 'tag_added':
      return { kind, tag: formValues.text('tag') };
  }
}
