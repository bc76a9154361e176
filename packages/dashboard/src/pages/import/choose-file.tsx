import { useMutation } from '@tanstack/react-query';
import { SelectField, InputField, TextAreaField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { RequestError } from '../../service/request-json';
import { CsvError } from '../../../../import/src/csv-error';
import { readTable, type CsvTable } from '../../../../import/src/read-table';

const encodings = [
  ['utf-8', 'UTF-8, or UTF-16 with a byte order mark'],
  ['windows-1252', 'Windows-1252 (older Excel, Western Europe)'],
  ['windows-1250', 'Windows-1250 (Central Europe)'],
  ['windows-1251', 'Windows-1251 (Cyrillic)'],
  ['macintosh', 'Macintosh'],
] as const;

/** Reads a CSV file or pasted rows. */
export function ChooseFile({ onChosen }: { onChosen: (table: CsvTable) => void }) {
  const readFile = useMutation({ mutationFn: readInput, onSuccess: onChosen });
  return (
    <Form
      submitLabel={readFile.isPending ? 'Reading…' : 'Continue'}
      isBusy={readFile.isPending}
      error={readFile.error}
      onSubmit={(formValues) => readFile.mutate(formValues)}
    >
      <InputField
        label="CSV file"
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        hint="Must have a header row, and commas, semicolons or tabs between the columns."
      />
      <details>
        <summary>Paste rows instead, or choose an encoding</summary>
        <TextAreaField
          label="Rows"
          name="pasted"
          rows={6}
          spellCheck={false}
          placeholder={'Email,First name,Tags\nkim@example.com,Kim,vip'}
          hint="CSV, or cells copied from a spreadsheet. Ignored if a file is selected."
        />
        <SelectField label="File encoding" name="encoding" options={encodings} />
      </details>
    </Form>
  );
}

async function readInput(formValues: FormValues): Promise<CsvTable> {
  const [file] = formValues.files('file');
  const pasted = formValues.rawText('pasted');
  if (!file && pasted.trim() === '') throw new RequestError(422, 'Select a file or paste rows');
  try {
    if (file) return await readFileTable(file, formValues.text('encoding'));
    return await readFileTable(new File([pasted], 'pasted rows'), 'utf-8');
  } catch (error) {
    throw error instanceof CsvError ? new RequestError(422, error.message) : error;
  }
}

const readFileTable = (file: File, encoding: string): Promise<CsvTable> =>
  readTable({ name: file.name, read: () => readChunks(file), encoding });

const chunkBytes = 65_536;

/** The rows stay on disk until they are needed. Not every browser can iterate over `file.stream()`. */
async function* readChunks(file: File): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < file.size; offset += chunkBytes)
    yield new Uint8Array(await file.slice(offset, offset + chunkBytes).arrayBuffer());
}
