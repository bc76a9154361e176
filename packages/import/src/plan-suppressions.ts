import { guessColumns, type Column } from './columns';
import { CsvError } from './csv-error';
import { simplify } from './fields';
import { normalizeAddress } from './normalize-address';
import type { CsvRow } from './parse-rows';
import type { RefusedRow } from './plan-import';
import { findPreset, presetStatus } from './presets';
import { isAddress, readSubscription } from './read-row';
import type { CsvTable } from './read-table';
import { suppressionOf, type SuppressionSettings } from './statuses';
import type { LocatedSuppression } from './suppress-addresses';

/** A suppression with its row, for the file of refused rows. */
export type PlannedSuppression = LocatedSuppression & CsvRow;

export interface SuppressionPlan {
  rows: number;
  /** One suppression per address and scope. */
  suppressions: readonly PlannedSuppression[];
  /** The rows whose status is `subscribed`. */
  subscribed: number;
  refused: readonly RefusedRow[];
}

interface SuppressionDefaults {
  /** The reason of rows whose reason is empty or unknown. Default: `manual`. */
  reason?: SuppressionSettings['reason'] | undefined;
  /** The scope of all rows. Default: marketing for unsubscribes, and otherwise all email. */
  scope?: SuppressionSettings['scope'] | undefined;
}

/**
 * Reads a list of addresses, with an optional column of reasons. An unknown reason does not keep an address from being
 * suppressed.
 */
export async function planSuppressions(
  table: CsvTable,
  { reason: defaultReason, scope }: SuppressionDefaults,
): Promise<SuppressionPlan> {
  const readSuppression = createReader(table);
  const suppressions = new Map<string, PlannedSuppression>();
  const refused: RefusedRow[] = [];
  let [rows, subscribed] = [0, 0];
  for await (const row of allRows(table)) {
    rows += 1;
    const { email, found } = readSuppression(row.cells);
    if (!isAddress(email)) refused.push({ ...row, reason: 'email: not an email address' });
    else if (found === 'subscribed') subscribed += 1;
    else {
      const settings = found ?? toSettings(defaultReason ?? 'manual');
      const entry = { ...row, email, ...settings, ...(scope && { scope }) };
      const key = `${entry.scope} ${normalizeAddress(email)}`;
      const earlier = suppressions.get(key);
      if (!earlier || severityOf(entry) > severityOf(earlier)) suppressions.set(key, entry);
    }
  }
  return { rows, suppressions: [...suppressions.values()], subscribed, refused };
}

const toSettings = (reason: SuppressionSettings['reason']): SuppressionSettings => ({
  reason,
  scope: reason === 'unsubscribe' ? 'marketing' : 'all',
});

/** The API never replaces a hard bounce or a complaint, so the order of the rows must not matter either. */
const severityOf = ({ reason }: SuppressionSettings): number =>
  reason === 'complaint' || reason === 'hard_bounce' ? 1 : 0;

/** A list without a header begins with an address. */
async function* allRows({ header, rows }: CsvTable): AsyncGenerator<CsvRow> {
  if (header.some(isAddress)) yield { line: 1, cells: header };
  for await (const chunk of rows()) yield* chunk;
}

type Reader = (cells: readonly string[]) => {
  email: string;
  found: SuppressionSettings | 'subscribed' | undefined;
};

function createReader({ header, name }: CsvTable): Reader {
  const preset = findPreset(header, name);
  const columns = guessColumns(header, { preset });
  const emailIndex = columns.find(
    ({ target, header: title }) => target === 'email' || isAddress(title),
  )?.index;
  if (emailIndex === undefined)
    throw new CsvError('No column name is recognized as the email address. Name the column "email"');
  const reasonColumn = columns.find(
    ({ target, header: title }) => target !== 'none' && /^(suppression)?reason$/.test(simplify(title)),
  );
  const fileStatus = presetStatus(preset, name);
  return (cells) => {
    const cell = (column: Column): string => (cells[column.index] ?? '').trim();
    const { status } = readSubscription(
      (field) =>
        columns
          .filter(({ target }) => target === field)
          .map(cell)
          .filter(Boolean),
      fileStatus,
    );
    const reason = reasonColumn && reasonByWord.get(simplify(cell(reasonColumn)));
    return {
      email: (cells[emailIndex] ?? '').trim(),
      found: reason
        ? toSettings(reason)
        : status && (status === 'subscribed' ? status : suppressionOf[status]),
    };
  };
}

/** The reasons of the API, and words of other services. Statuses such as `bounced` are read as in an import. */
const reasonWords: Record<SuppressionSettings['reason'], string> = {
  hard_bounce: 'hardbounce bounce bounced hardbounced permanent',
  complaint: 'complaint complained spam spamcomplaint spamreport',
  unsubscribe: 'unsubscribe unsubscribed optout optedout',
  manual: 'manual manualsuppression custom',
  list_hygiene: 'listhygiene invalid',
};

export const suppressionReasons = Object.keys(reasonWords) as SuppressionSettings['reason'][];

const reasonByWord = new Map(
  suppressionReasons.flatMap((reason) =>
    reasonWords[reason].split(' ').map((word) => [word, reason] as const),
  ),
);
