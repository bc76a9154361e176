import type { ContactProperty, NewContact } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ArrivalHeading } from '../../parts/arrival';
import { Choice, Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { count } from '../../parts/words';
import { Refusal } from '../../service/ask';
import { useClient } from '../../service/client';
import { AudienceChoice } from '../audiences/audience-choice';
import { ColumnChoices } from './column-choices';
import { guessed, problemOf, type Column } from './columns';
import { FirstRows } from './first-rows';
import { ImportRun } from './run';
import type { Table } from './table';

interface MappingProps {
  table: Table;
  properties: readonly ContactProperty[];
  audience: string;
  onBack: () => void;
  onStart: (run: ImportRun) => void;
}

/** What the columns are, and whose they become. */
export function Mapping({ table, properties, audience, onBack, onStart }: MappingProps) {
  const [columns, setColumns] = useState(() => guessed(table.header, properties));
  const start = useStart(table, columns, onStart);
  const rows = `${count(table.rows)} ${table.rows === 1 ? 'row' : 'rows'}`;
  return (
    <div className="step">
      <ArrivalHeading>{`${table.file.name}: ${rows}`}</ArrivalHeading>
      <FirstRows table={table} />
      <Form
        action={`Import ${rows}`}
        isBusy={start.isPending}
        error={start.error}
        onCancel={onBack}
        onSubmit={(entered) => start.mutate(entered)}
      >
        <ColumnChoices table={table} columns={columns} properties={properties} onChange={setColumns} />
        <WhereTo audience={audience} />
        <WhoTheyAre table={table} columns={columns} />
      </Form>
    </div>
  );
}

const newAudience = 'new';

function WhereTo({ audience }: { audience: string }) {
  const [chosen, setChosen] = useState(audience);
  return (
    <fieldset>
      <legend>Where to</legend>
      <div className="pair">
        <AudienceChoice
          name="audience"
          value={chosen}
          offered={audience}
          onChange={setChosen}
          instead={[[newAudience, 'A new audience']]}
        />
        {chosen === newAudience && (
          <Field
            label="Name of the new audience"
            name="name"
            required
            maxLength={120}
            placeholder="Customers"
          />
        )}
      </div>
    </fieldset>
  );
}

type Status = NonNullable<NewContact['status']>;

const statuses = [
  ['subscribed', 'Subscribed'],
  ['unsubscribed', 'Unsubscribed: no marketing mail'],
  ['bounced', 'Bounced: no mail at all'],
  ['complained', 'Complained: no mail at all'],
] as const satisfies readonly (readonly [Status, string])[];

function WhoTheyAre({ table, columns }: { table: Table; columns: readonly Column[] }) {
  const saysWho = columns.some(({ becomes }) => becomes === 'status' || becomes === 'unsubscribed');
  return (
    <div className="pair">
      <Choice
        label={saysWho ? 'Whoever has no status is' : 'Everybody in the file is'}
        name="status"
        options={statuses}
        hint={
          saysWho
            ? 'Nobody who has unsubscribed before is subscribed again.'
            : 'No column says who has opted out. A file of people who have left is of unsubscribed ones.'
        }
      />
      <Field
        label="Source"
        name="source"
        maxLength={60}
        defaultValue={table.file.name.slice(0, 60)}
        hint="Stands on the suppressions that the import makes. No automation begins by it."
      />
    </div>
  );
}

function useStart(table: Table, columns: readonly Column[], onStart: (run: ImportRun) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (entered: Entered) => {
      const problem = problemOf(columns);
      if (problem) throw new Refusal(422, problem);
      let audience = entered.text('audience');
      if (audience === newAudience)
        ({ id: audience } = await client.createAudience({ name: entered.text('name') }));
      const status = statuses.find(([name]) => name === entered.text('status'))?.[0] ?? 'subscribed';
      return new ImportRun({ table, columns, status }, { client, audience, source: entered.text('source') });
    },
    onSuccess: async (run) => {
      onStart(run);
      await queries.invalidateQueries({ queryKey: ['audiences'] });
    },
  });
}
