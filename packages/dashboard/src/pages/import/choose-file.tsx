import { useMutation } from '@tanstack/react-query';
import { Choice, Field, TextField } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { Refusal } from '../../service/ask';
import { CsvError } from './csv';
import { tableIn, type Table } from './table';

const encodings = [
  ['utf-8', 'UTF-8, or UTF-16 with its mark'],
  ['windows-1252', 'Windows-1252 (older Excel, Western Europe)'],
  ['windows-1250', 'Windows-1250 (Central Europe)'],
  ['windows-1251', 'Windows-1251 (Cyrillic)'],
  ['macintosh', 'Macintosh'],
] as const;

/** A file, or what somebody pastes. */
export function ChooseFile({ onChosen }: { onChosen: (table: Table) => void }) {
  const look = useMutation({ mutationFn: tableOf, onSuccess: onChosen });
  return (
    <Form
      action={look.isPending ? 'Reading …' : 'Read it'}
      isBusy={look.isPending}
      error={look.error}
      onSubmit={(entered) => look.mutate(entered)}
    >
      <Field
        label="CSV file"
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        hint="With a header. Commas, semicolons and tabs are told apart."
      />
      <details>
        <summary>Paste rows instead, or choose an encoding</summary>
        <TextField
          label="Rows"
          name="pasted"
          rows={6}
          spellCheck={false}
          placeholder={'Email,First name,Tags\nkim@example.com,Kim,vip'}
          hint="As a CSV, or copied from a spreadsheet. Where a file is chosen, it is taken."
        />
        <Choice label="Encoding of the file" name="encoding" options={encodings} />
      </details>
    </Form>
  );
}

async function tableOf(entered: Entered): Promise<Table> {
  const [chosen] = entered.files('file');
  const pasted = entered.verbatim('pasted');
  if (!chosen && pasted.trim() === '') throw new Refusal(422, 'Choose a file, or paste some rows');
  try {
    if (chosen) return await tableIn(chosen, entered.text('encoding'));
    return await tableIn(new File([pasted], 'pasted rows'), 'utf-8');
  } catch (error) {
    throw error instanceof CsvError ? new Refusal(422, error.message) : error;
  }
}
