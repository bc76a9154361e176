import type { Trigger, TriggerRequest } from '@carrier-nest/sdk';
import { useState } from 'react';
import { Choice, Field } from '../../parts/field';
import type { Entered } from '../../parts/form';
import type { Choices } from './choices';

const kinds = [
  ['api', 'A call, or you, take somebody in'],
  ['contact_added', 'Somebody joins an audience'],
  ['event', 'Your program tells of an event'],
  ['tag_added', 'Somebody gains a tag'],
] as const;

interface TriggerFieldsProps {
  choices: Choices;
  initial: Trigger | undefined;
}

/** What begins it, and what that kind asks for. */
export function TriggerFields({ choices, initial }: TriggerFieldsProps) {
  const [kind, setKind] = useState<string>(initial?.kind ?? 'api');
  return (
    <div className="pair">
      <Choice label="It begins when" name="kind" value={kind} onChange={setKind} options={kinds} />
      {kind === 'contact_added' && (
        <AudienceField choices={choices} initial={initial?.audience_id ?? undefined} />
      )}
      {kind === 'event' && (
        <Field
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
        <Field
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

const other = 'other';

function AudienceField({ choices, initial }: { choices: Choices; initial: string | undefined }) {
  const { audiences, hasMoreAudiences } = choices;
  const isListed = initial === undefined || audiences.some(({ id }) => id === initial);
  const [chosen, setChosen] = useState(isListed ? (initial ?? audiences[0]?.id ?? other) : other);
  return (
    <>
      <Choice
        label="Audience"
        name="audience_id"
        value={chosen}
        onChange={setChosen}
        options={[
          ...audiences.map(({ id, name }) => [id, name] as const),
          [other, hasMoreAudiences ? 'An older one, by its id' : 'Another one, by its id'],
        ]}
        hint="An import begins nothing, unless it says so"
      />
      {chosen === other && (
        <Field
          label="Id of the audience"
          name="audience_other"
          required
          defaultValue={isListed ? '' : initial}
        />
      )}
    </>
  );
}

export function triggerOf(entered: Entered): TriggerRequest {
  const kind = kinds.find(([name]) => name === entered.text('kind'))?.[0] ?? 'api';
  switch (kind) {
    case 'api':
      return { kind };
    case 'contact_added': {
      const chosen = entered.text('audience_id');
      return { kind, audience_id: chosen === other ? entered.text('audience_other') : chosen };
    }
    case 'event':
      // Events are matched to the letter, spaces too.
      return { kind, event_name: entered.verbatim('event_name') };
    case 'tag_added':
      return { kind, tag: entered.text('tag') };
  }
}
