import type { ContactProperty } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AutoFocusHeading } from '../../parts/auto-focus-heading';
import { CheckboxField, SelectField, InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { formatCount } from '../../parts/format';
import { RequestError } from '../../service/request-json';
import { useClient } from '../../service/client';
import {
  findColumnProblem,
  guessColumns,
  skipConflicts,
  type Column,
  type ColumnProblem,
} from '../../../../import/src/columns';
import { CsvError } from '../../../../import/src/csv-error';
import { optOutFields } from '../../../../import/src/fields';
import { planImport, type ImportPlan } from '../../../../import/src/plan-import';
import { findPreset, presetStatus } from '../../../../import/src/presets';
import type { CsvTable } from '../../../../import/src/read-table';
import type { ImportStatus } from '../../../../import/src/statuses';
import { AudienceSelect } from '../audiences/audience-select';
import { ColumnMapping } from './column-mapping';
import { FirstRows } from './first-rows';
import { ImportRun } from './import-run';

interface MappingProps {
  table: CsvTable;
  properties: readonly ContactProperty[];
  audience: string;
  onBack: () => void;
  onStart: (run: ImportRun) => void;
}

/** Maps the columns, and selects the audience and the status. */
export function Mapping({ table, properties, audience, onBack, onStart }: MappingProps) {
  const preset = findPreset(table.header, table.name);
  const [columns, setColumns] = useState(() =>
    skipConflicts(guessColumns(table.header, { preset, properties })),
  );
  const start = useStartImport({ table, columns, properties, onStart });
  const rows = `${formatCount(table.rowCount)} ${table.rowCount === 1 ? 'row' : 'rows'}`;
  return (
    <div className="step">
      <AutoFocusHeading>{`${table.name}: ${rows}`}</AutoFocusHeading>
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
        <StatusFields table={table} columns={columns} defaultStatus={presetStatus(preset, table.name)} />
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

const statuses = [
  ['subscribed', 'Subscribed'],
  ['unsubscribed', 'Unsubscribed (no marketing email)'],
  ['bounced', 'Bounced (no email)'],
  ['complained', 'Complained (no email)'],
] as const satisfies readonly (readonly [ImportStatus, string])[];

interface StatusFieldsProps {
  table: CsvTable;
  columns: readonly Column[];
  defaultStatus: ImportStatus | undefined;
}

function StatusFields({ table, columns, defaultStatus = 'subscribed' }: StatusFieldsProps) {
  const hasStatusColumn = columns.some(({ target }) => optOutFields.some((field) => field === target));
  return (
    <div className="pair">
      <SelectField
        label={hasStatusColumn ? 'Status of rows without a status' : 'Status of all rows'}
        name="status"
        options={statuses}
        defaultValue={defaultStatus}
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
        defaultValue={table.name.slice(0, 60)}
        hint="Recorded on suppressions that the import creates. The import triggers no automations."
      />
      <CheckboxField
        label="Keep values that do not fit a property as text"
        name="keepsText"
        hint="Otherwise, a row with such a value is refused."
      />
    </div>
  );
}

interface ImportInput {
  table: CsvTable;
  columns: readonly Column[];
  properties: readonly ContactProperty[];
}

function useStartImport({ onStart, ...input }: ImportInput & { onStart: (run: ImportRun) => void }) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (formValues: FormValues) => {
      const plan = await createPlan(input, formValues);
      let audience = formValues.text('audience');
      if (audience === newAudience)
        ({ id: audience } = await client.createAudience({ name: formValues.text('name') }));
      return new ImportRun(input.table, plan, { client, audience, source: formValues.text('source') });
    },
    onSuccess: async (run) => {
      onStart(run);
      await queryClient.invalidateQueries({ queryKey: ['audiences'] });
    },
  });
}

async function createPlan(
  { table, columns, properties }: ImportInput,
  formValues: FormValues,
): Promise<ImportPlan> {
  const problem = findColumnProblem(columns);
  if (problem) throw new RequestError(422, describeProblem(problem));
  try {
    return await planImport(table, {
      columns,
      defaultStatus: statuses.find(([name]) => name === formValues.text('status'))?.[0],
      types: new Map(properties.map(({ key, type }) => [key, type])),
      keepsText: formValues.isChecked('keepsText'),
    });
  } catch (error) {
    throw error instanceof CsvError ? new RequestError(422, error.message) : error;
  }
}

function describeProblem(problem: ColumnProblem): string {
  switch (problem.kind) {
    case 'no-email':
      return 'No column is mapped to the email address. Map one of the columns.';
    case 'duplicate':
      return `“${problem.earlier.header}” and “${problem.column.header}” have the same target. Skip one of these columns.`;
    case 'unusable-key':
      return `“${problem.column.header}” cannot be the name of a property. Skip the column.`;
  }
}
