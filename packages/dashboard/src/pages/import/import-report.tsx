import { Link } from 'wouter';
import { AutoFocusHeading } from '../../parts/auto-focus-heading';
import { buildHref } from '../../parts/filters';
import { formatCount } from '../../parts/format';
import { Total } from '../../parts/total';
import type { ImportRun, ImportProgress } from './import-run';

interface ImportReportProps {
  run: ImportRun;
  progress: ImportProgress;
  onStartOver: () => void;
}

/** The result of an import. The first four numbers add up to the number of rows in the file. */
export function ImportReport({ run, progress: { totals, refused }, onStartOver }: ImportReportProps) {
  const { audience } = run.destination;
  const { file, rowCount: rows } = run.plan.table;
  return (
    <>
      <AutoFocusHeading>{`Done: ${formatCount(rows)} rows of ${file.name}`}</AutoFocusHeading>
      <ul className="totals">
        <Total label="Added" value={totals.added} hint="new contacts" />
        <Total label="Updated" value={totals.updated} hint="existing contacts" />
        <Total label="Repeated" value={totals.repeated} hint="duplicate addresses" />
        <Total label="Refused" value={refused} hint={refused > 0 ? 'listed below' : 'no rows'} />
        {totals.suppressed > 0 && (
          <Total label="Suppressed" value={totals.suppressed} hint="because of their status" />
        )}
      </ul>
      {refused < rows && <p>{describeMembers(totals.members)} in the audience now.</p>}
      {totals.properties.length > 0 && <p>New text properties: {totals.properties.join(', ')}.</p>}
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

const describeMembers = (members: number): string =>
  members === 1 ? '1 contact is' : `${formatCount(members)} contacts are`;
