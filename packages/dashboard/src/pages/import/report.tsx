import { Link } from 'wouter';
import { ArrivalHeading } from '../../parts/arrival';
import { hrefWith } from '../../parts/filters';
import { count } from '../../parts/words';
import type { ImportRun, Progress } from './run';

interface ReportProps {
  run: ImportRun;
  progress: Progress;
  onAgain: () => void;
}

/** What became of the file. Every row of it is in one of the first four numbers. */
export function Report({ run, progress: { totals, refused }, onAgain }: ReportProps) {
  const { audience } = run.destination;
  const { file, rows } = run.plan.table;
  return (
    <>
      <ArrivalHeading>{`Done: ${count(rows)} rows of ${file.name}`}</ArrivalHeading>
      <ul className="totals">
        <Total says="Added" value={totals.added} hint="new here" />
        <Total says="Known before" value={totals.known} hint="brought up to date" />
        <Total says="Repeated" value={totals.repeated} hint="of an address above" />
        <Total says="Refused" value={refused} hint={refused > 0 ? 'listed below' : 'no row'} />
        {totals.suppressed > 0 && (
          <Total says="Suppressed" value={totals.suppressed} hint="by their status" />
        )}
      </ul>
      {refused < rows && <p>{onIt(totals.members)} on the audience now.</p>}
      {totals.properties.length > 0 && <p>New properties, as text: {totals.properties.join(', ')}.</p>}
      <div className="actions">
        <Link href={`/audiences/${audience}`} className="button">
          Look at the audience
        </Link>
        <Link href={hrefWith('/segments/new', { audience })} className="button">
          Make a segment of it
        </Link>
        <button type="button" onClick={onAgain}>
          Import another file
        </button>
      </div>
    </>
  );
}

function Total({ says, value, hint }: { says: string; value: number; hint: string }) {
  return (
    <li>
      <span>{says}</span>
      <strong>{count(value)}</strong>
      <small>{hint}</small>
    </li>
  );
}

const onIt = (members: number): string => (members === 1 ? 'One person is' : `${count(members)} people are`);
