import type { Trigger, TriggerRequest } from '@carrier-nest/sdk';
import { useState } from 'react';
import { SelectField, InputField } from '../../parts/field';
import type { FormValues } from '../../parts/form';
import type { FormOptions } from './form-options';

const triggerKinds = [
  ['api', 'API or manual'],
  ['contact_added', 'Contact joins an audience'],
  ['event', 'Event'],
  ['tag_added', 'Tag added'],
] as const;

interface TriggerFieldsProps {
  formOptions: FormOptions;
  initial: Trigger | undefined;
}

/** The trigger, and the fields that its kind requires. */
export function TriggerFields({ formOptions, initial }: TriggerFieldsProps) {
  const [kind, setKind] = useState<string>(initial?.kind ?? 'api');
  return (
    <div className="pair">
      <SelectField label="Trigger" name="kind" value={kind} onChange={setKind} options={triggerKinds} />
      {kind === 'contact_added' && (
        <AudienceField formOptions={formOptions} initial={initial?.audience_id ?? undefined} />
      )}
      {kind === 'event' && (
        <InputField
          label="Event name"
          name="event_name"
          required
          maxLength={120}
          defaultValue={initial?.event_name ?? ''}
          placeholder="signed_up"
          hint="Must match the event of your application exactly, including case."
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
          hint="Contacts that already have the tag are not enrolled."
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
          [otherAudience, hasUnlistedAudiences ? 'Older audience, by ID' : 'Other audience, by ID'],
        ]}
        hint="An import triggers the automation only if the import requests it."
      />
      {selected === otherAudience && (
        <InputField
          label="Audience ID"
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
      // Event names match exactly, including spaces.
      return { kind, event_name: formValues.rawText('event_name') };
    case 'tag_added':
      return { kind, tag: formValues.text('tag') };
  }
}
