import type { ContactProperty, NewContact } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AutoFocusHeading } from '../../parts/auto-focus-heading';
import { SelectField, InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { formatCount } from '../../parts/format';
import { RequestError } from '../../service/request-json';
import { useClient } from '../../service/client';
import { AudienceSelect } from '../audiences/audience-select';
import { ColumnMapping } from './column-mapping';
import { guessColumns, findMappingProblem, type Column } from './columns';
import { FirstRows } from './first-rows';
import { ImportRun } from './import-run';
import type { CsvTable } from './csv-table';

interface MappingProps {
  table: CsvTable;
  properties: readonly ContactProperty[];
  audience: string;
  onBack: () => void;
  onStart: (run: ImportRun) => void;
}

/** What the columns are, and whose they become. */
export function Mapping({ table, properties, audience, onBack, onStart }: MappingProps) {
  const [columns, setColumns] = useState(() => guessColumns(table.header, properties));
  const start = useStartImport(table, columns, onStart);
  const rows = `${formatCount(table.rowCount)} ${table.rowCount === 1 ? 'row' : 'rows'}`;
  return (
    <div className="step">
      <AutoFocusHeading>{`${table.file.name}: ${rows}`}</AutoFocusHeading>
      <FirstRows table={table} />
      <Form
        submitLabel={`Import ${rows}`}
        isBusy={start.isPending}
        error={start.error}
        onCancel={onBack}
        onSubmit={(formValues) => start.mutate(formValues)}
      >
        <ColumnMapping table={table} columns={columns} properties={properties} onChange={setColumns} />
        <AudienceFieldset audience={audience} />
        <StatusFields table={table} columns={columns} />
      </Form>
    </div>
  );
}

const newAudience = 'new';

function AudienceFieldset({ audience }: { audience: string }) {
  const [selected, setSelected] = useState(audience);
  return (
    <fieldset>
      <legend>Where to</legend>
      <div className="pair">
        <AudienceSelect
          name="audience"
          value={selected}
          initialAudienceId={audience}
          onChange={setSelected}
          extraOptions={[[newAudience, 'A new audience']]}
        />
        {selected === newAudience && (
          <InputField
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

function StatusFields({ table, columns }: { table: CsvTable; columns: readonly Column[] }) {
  const hasStatusColumn = columns.some(({ target }) => target === 'status' || target === 'unsubscribed');
  return (
    <div className="pair">
      <SelectField
        label={hasStatusColumn ? 'Whoever has no status is' : 'Everybody in the file is'}
        name="status"
        options={statuses}
        hint={
          hasStatusColumn
            ? 'Nobody who has unsubscribed before is subscribed again.'
            : 'No column says who has opted out. A file of people who have left is of unsubscribed ones.'
        }
      />
      <InputField
        label="Source"
        name="source"
        maxLength={60}
        defaultValue={table.file.name.slice(0, 60)}
        hint="Stands on the suppressions that the import makes. No automation begins by it."
      />
    </div>
  );
}

function useStartImport(table: CsvTable, columns: readonly Column[], onStart: (run: ImportRun) => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (formValues: FormValues) => {
      const problem = findMappingProblem(columns);
      if (problem) throw new RequestError(422, problem);
      let audience = formValues.text('audience');
      if (audience === newAudience)
        ({ id: audience } = await client.createAudience({ name: formValues.text('name') }));
      const status = statuses.find(([name]) => name === formValues.text('status'))?.[0] ?? 'subscribed';
      return new ImportRun(
        { table, columns, status },
        { client, audience, source: formValues.text('source') },
      );
    },
    onSuccess: async (run) => {
      onStart(run);
      await queryClient.invalidateQueries({ queryKey: ['audiences'] });
    },
  });
}
