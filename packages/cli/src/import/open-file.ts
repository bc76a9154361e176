import type { Column } from '../../../import/src/columns';
import { formatRefusedRows, planImport, type ImportPlan } from '../../../import/src/plan-import';
import { findPreset, presets, presetStatus, type Preset } from '../../../import/src/presets';
import type { CsvTable } from '../../../import/src/read-table';
import type { ContactProperty } from '../../../sdk/src';
import { openCsv, readCsv, siblingFile, writeRows } from './csv-file';
import type { ImportOptions } from './command';
import { mapColumns } from './map-columns';
import { findContactProblem } from './validate-row';

/** A file whose rows have all been validated. */
export interface OpenedFile {
  table: CsvTable;
  preset: Preset | undefined;
  columns: readonly Column[];
  plan: ImportPlan;
  /** The path of the file with all refused rows. */
  refusedFile: string;
}

/**
 * Reads and validates the CSV file, and writes the refused rows to a file in the same folder. Calls `listProperties`
 * only after the header was validated.
 */
export async function openFile(
  file: string,
  options: ImportOptions,
  listProperties: () => Promise<readonly ContactProperty[]>,
): Promise<OpenedFile> {
  const table = await openCsv(file, options.encoding);
  const preset = choosePreset(table, options.preset);
  mapColumns(table.header, options, { preset });
  const properties = await listProperties();
  const columns = mapColumns(table.header, options, { preset, properties });
  const plan = await readCsv(file, () =>
    planImport(table, {
      columns,
      defaultStatus: options.status ?? presetStatus(preset, table.name),
      types: new Map(properties.map(({ key, type }) => [key, type])),
      keepsText: options.keep_text,
      findProblem: findContactProblem,
    }),
  );
  const refusedFile = siblingFile(file, 'refused.csv');
  writeRows(refusedFile, plan.refused, () => formatRefusedRows(table.header, plan.refused));
  return { table, preset, columns, plan, refusedFile };
}

const choosePreset = ({ header, name }: CsvTable, chosen: string | undefined): Preset | undefined =>
  chosen === undefined
    ? findPreset(header, name)
    : presets.find(({ name: presetName }) => presetName === chosen);
