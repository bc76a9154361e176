import { Link } from 'wouter';
import { AutoFocusHeading } from '../../parts/auto-focus-heading';
import { buildHref } from '../../parts/filters';
import { downloadFile } from '../../parts/download-file';
import { formatCount } from '../../parts/format';
import { ErrorMessage } from '../../parts/states';
import { Total } from '../../parts/total';
import { RequestError } from '../../service/request-json';
import { formatOptOuts } from '../../../../import/src/confirm-suppressed';
import type { ImportRun, ImportProgress } from './import-run';

interface ImportReportProps {
  run: ImportRun;
  progress: ImportProgress;
  onStartOver: () => void;
}

/** The result of an import. The first four numbers add up to the number of rows in the file. */
export function ImportReport({
  run,
  progress: { totals, refused, unsuppressed },
  onStartOver,
}: ImportReportProps) {
  const { audience } = run.destination;
  const { rows, optOuts } = run.plan;
  const { name } = run.table;
  return (
    <>
      <AutoFocusHeading>{`Done: ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} of ${name}`}</AutoFocusHeading>
      <ul className="totals">
        <Total label="Added" value={totals.inserted} hint="new contacts" />
        <Total label="Updated" value={totals.updated} hint="existing contacts" />
        <Total label="Repeated" value={totals.skipped} hint="duplicate addresses" />
        <Total
          label="Refused"
          value={refused.length}
          hint={refused.length > 0 ? 'listed below' : 'no rows'}
        />
        {totals.suppressed > 0 && (
          <Total label="Suppressed" value={totals.suppressed} hint="because of their status" />
        )}
        {optOuts.length > 0 && (
          <Total
            label="Opt-outs"
            value={optOuts.length}
            hint={unsuppressed.length === 0 ? 'all confirmed' : `${formatCount(unsuppressed.length)} missing`}
          />
        )}
      </ul>
      {refused.length < rows && <p>{describeMembers(totals.contact_count)} in the audience now.</p>}
      {totals.properties_created.length > 0 && (
        <p>New text properties: {totals.properties_created.join(', ')}.</p>
      )}
      <OptOuts run={run} unsuppressed={unsuppressed} />
      <div className="actions">
        <Link href={`/audiences/${audience}`} className="button">
          View audience
        </Link>
        <Link href={buildHref('/segments/new', { audience })} className="button">
          Create segment
        </Link>
        <button type="button" onClick={onStartOver}>
          Import another file
        </button>
      </div>
    </>
  );
}

/** Shows that no opt-out of the file was lost: by count above, and in a list of every opt-out. */
function OptOuts({ run, unsuppressed }: { run: ImportRun } & Pick<ImportProgress, 'unsuppressed'>) {
  const { optOuts } = run.plan;
  if (optOuts.length === 0) return null;
  const content = (): Uint8Array => new TextEncoder().encode(formatOptOuts(optOuts, unsuppressed));
  return (
    <>
      {unsuppressed.length > 0 && (
        <ErrorMessage
          error={
            new RequestError(
              409,
              `${unsuppressed.length} opt-outs are not suppressed. Import the file again.`,
            )
          }
        />
      )}
      <p>
        <button
          type="button"
          onClick={() => downloadFile(`${run.table.name.replace(/\.\w+$/, '')}.opt-outs.csv`, content())}
        >
          Download opt-outs
        </button>
      </p>
    </>
  );
}

const describeMembers = (members: number): string =>
  members === 1 ? '1 contact is' : `${formatCount(members)} contacts are`;
