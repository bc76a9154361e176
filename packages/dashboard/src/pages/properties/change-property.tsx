import type { ContactProperty, PropertyType } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Confirmed } from '../../parts/confirmed';
import { Choice, Field } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';

const types = [
  ['string', 'Text'],
  ['number', 'Number'],
  ['boolean', 'Yes or no'],
] as const satisfies readonly (readonly [PropertyType, string])[];

export function Define() {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <FormDialog
      says="Define a property"
      isPrimary
      title="Define a property"
      action="Save the property"
      does={(entered) =>
        client.saveContactProperty({
          key: entered.text('key'),
          name: entered.text('name'),
          type: types.find(([type]) => type === entered.text('type'))?.[0] ?? 'string',
        })
      }
      onDone={async ({ name }) => {
        say(`The property ${name} is there.`);
        await queries.invalidateQueries({ queryKey: ['properties'] });
      }}
    >
      <Wanted />
    </FormDialog>
  );
}

function Wanted() {
  return (
    <>
      <Field label="Name" name="name" required maxLength={120} placeholder="Seats" />
      <Field
        label="Key"
        name="key"
        required
        maxLength={100}
        placeholder="seats"
        hint="As imports, segments and mails name it, in its letter case. One that exists is changed."
      />
      <Choice
        label="Type"
        name="type"
        options={types}
        hint="How values are read from now on. Those that are stored stay as they are."
      />
    </>
  );
}

export function DeleteProperty({ property: { key, name } }: { property: ContactProperty }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <Confirmed
      says="Delete"
      label={`Delete ${name}`}
      title={`Delete ${name}?`}
      action="Delete the property"
      does={() => client.deleteContactProperty(key)}
      onDone={async () => {
        say(`The property ${name} was deleted.`);
        await queries.invalidateQueries({ queryKey: ['properties'] });
      }}
    >
      <p>
        People keep what is stored under it, and segments go on asking for it. Values that come later are
        stored as they are given, and an import that has it makes it again, as text.
      </p>
    </Confirmed>
  );
}
