import { useMutation } from '@tanstack/react-query';
import { SelectField, InputField, TextAreaField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { RequestError } from '../../service/request-json';
import { CsvError } from './csv';
import { readCsvTable, type CsvTable } from './csv-table';

const encodings = [
  ['utf-8', 'UTF-8, or UTF-16 with its mark'],
  ['windows-1252', 'Windows-1252 (older Excel, Western Europe)'],
  ['windows-1250', 'Windows-1250 (Central Europe)'],
  ['windows-1251', 'Windows-1251 (Cyrillic)'],
  ['macintosh', 'Macintosh'],
] as const;

/** A file, or what somebody pastes. */
export function ChooseFile({ onChosen }: { onChosen: (table: CsvTable) => void }) {
  const readFile = useMutation({ mutationFn: readInput, onSuccess: onChosen });
  return (
    <Form
      submitLabel={readFile.isPending ? 'Reading …' : 'Read it'}
      isBusy={readFile.isPending}
      error={readFile.error}
      onSubmit={(formValues) => readFile.mutate(formValues)}
    >
      <InputField
        label="CSV file"
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        hint="With a header. Commas, semicolons and tabs are told apart."
      />
      <details>
        <summary>Paste rows instead, or choose an encoding</summary>
        <TextAreaField
          label="Rows"
          name="pasted"
          rows={6}
          spellCheck={false}
          placeholder={'Email,First name,Tags\nkim@example.com,Kim,vip'}
          hint="As a CSV, or copied from a spreadsheet. Where a file is chosen, it is taken."
        />
        <SelectField label="Encoding of the file" name="encoding" options={encodings} />
      </details>
    </Form>
  );
}

async function readInput(formValues: FormValues): Promise<CsvTable> {
  const [file] = formValues.files('file');
  const pasted = formValues.rawText('pasted');
  if (!file && pasted.trim() === '') throw new RequestError(422, 'Choose a file, or paste some rows');
  try {
    if (file) return await readCsvTable(file, formValues.text('encoding'));
    return await readCsvTable(new File([pasted], 'pasted rows'), 'utf-8');
  } catch (error) {
    throw error instanceof CsvError ? new RequestError(422, error.message) : error;
  }
}
