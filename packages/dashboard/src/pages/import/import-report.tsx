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

/** What became of the file. Every row of it is in one of the first four numbers. */
export function ImportReport({ run, progress: { totals, refused }, onStartOver }: ImportReportProps) {
  const { audience } = run.destination;
  const { file, rowCount: rows } = run.plan.table;
  return (
    <>
      <AutoFocusHeading>{`Done: ${formatCount(rows)} rows of ${file.name}`}</AutoFocusHeading>
      <ul className="totals">
        <Total label="Added" value={totals.added} hint="new here" />
        <Total label="Known before" value={totals.updated} hint="brought up to date" />
        <Total label="Repeated" value={totals.repeated} hint="of an address above" />
        <Total label="Refused" value={refused} hint={refused > 0 ? 'listed below' : 'no row'} />
        {totals.suppressed > 0 && (
          <Total label="Suppressed" value={totals.suppressed} hint="by their status" />
        )}
      </ul>
      {refused < rows && <p>{describeMembers(totals.members)} on the audience now.</p>}
      {totals.properties.length > 0 && <p>New properties, as text: {totals.properties.join(', ')}.</p>}
      <div className="actions">
        <Link href={`/audiences/${audience}`} className="button">
          Look at the audience
        </Link>
        <Link href={buildHref('/segments/new', { audience })} className="button">
          Make a segment of it
        </Link>
        <button type="button" onClick={onStartOver}>
          Import another file
        </button>
      </div>
    </>
  );
}

const describeMembers = (members: number): string =>
  members === 1 ? 'One person is' : `${formatCount(members)} people are`;
