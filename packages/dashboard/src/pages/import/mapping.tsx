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

/** Maps the columns, and selects the audience and the status. */
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
      <legend>Destination</legend>
      <div className="pair">
        <AudienceSelect
          name="audience"
          value={selected}
          initialAudienceId={audience}
          onChange={setSelected}
          extraOptions={[[newAudience, 'New audience']]}
        />
        {selected === newAudience && (
          <InputField
            label="New audience name"
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
  ['unsubscribed', 'Unsubscribed (no marketing email)'],
  ['bounced', 'Bounced (no email)'],
  ['complained', 'Complained (no email)'],
] as const satisfies readonly (readonly [Status, string])[];

function StatusFields({ table, columns }: { table: CsvTable; columns: readonly Column[] }) {
  const hasStatusColumn = columns.some(({ target }) => target === 'status' || target === 'unsubscribed');
  return (
    <div className="pair">
      <SelectField
        label={hasStatusColumn ? 'Status of rows without a status' : 'Status of all rows'}
        name="status"
        options={statuses}
        hint={
          hasStatusColumn
            ? 'Contacts who unsubscribed earlier are not resubscribed.'
            : 'No column contains opt-outs. If the file lists contacts who opted out, select “Unsubscribed”.'
        }
      />
      <InputField
        label="Source"
        name="source"
        maxLength={60}
        defaultValue={table.file.name.slice(0, 60)}
        hint="Recorded on suppressions that the import creates. The import triggers no automations."
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
