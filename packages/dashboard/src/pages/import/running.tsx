import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ArrivalHeading } from '../../parts/arrival';
import { Failure } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { count } from '../../parts/words';
import { LeaveGuard } from './leave-guard';
import { RefusedRows } from './refused-rows';
import { Report } from './report';
import type { ImportRun, Progress } from './run';

/** An import on its way, and what became of it. */
export function Running({ run, onAgain }: { run: ImportRun; onAgain: () => void }) {
  const progress = useSyncExternalStore(run.subscribe, run.progress);
  const queries = useQueryClient();
  const say = useToast();
  useEffect(() => {
    run.goOn();
    return () => {
      const isOnItsWay = run.progress().state === 'running';
      run.stop();
      if (isOnItsWay) say('The import stops after the part that is being sent. The same file again goes on.');
      void queries.invalidateQueries();
    };
  }, [run, queries, say]);
  const { state } = progress;
  return (
    <div className="step">
      {(state === 'running' || state === 'stopping') && <LeaveGuard />}
      {state === 'done' ? (
        <Report run={run} progress={progress} onAgain={onAgain} />
      ) : (
        <OnItsWay run={run} progress={progress} onAgain={onAgain} />
      )}
      <RefusedRows run={run} number={progress.refused} />
    </div>
  );
}

interface RunProps {
  run: ImportRun;
  progress: Progress;
  onAgain: () => void;
}

const headings: Record<Progress['state'], string> = {
  running: 'Importing',
  stopping: 'Stopping',
  stopped: 'Stopped',
  failed: 'Interrupted',
  broken: 'Interrupted',
  done: 'Done',
};

function OnItsWay({ run, progress, onAgain }: RunProps) {
  const { done, state, error, refused } = progress;
  const { rows, file } = run.plan.table;
  return (
    <>
      <ArrivalHeading>{`${headings[state]}: ${file.name}`}</ArrivalHeading>
      <progress max={rows} value={done} aria-label={`Rows of ${file.name} that are dealt with`} />
      <p>
        {count(done)} of {count(rows)} rows{refused > 0 && `, ${count(refused)} of them refused`}
      </p>
      <Heard progress={progress} rows={rows} />
      {error !== null && <Failure error={error} />}
      <div className="actions">
        <Buttons run={run} state={state} onAgain={onAgain} />
      </div>
    </>
  );
}

/** Every tenth is read out: each part would be too much to listen to. */
function Heard({ progress: { state, done }, rows }: { progress: Progress; rows: number }) {
  const tenths = Math.floor((10 * done) / rows) * 10;
  return (
    <p className="unseen" role="status">
      {headings[state]}: {tenths} %
    </p>
  );
}

function Buttons({ run, state, onAgain }: Omit<RunProps, 'progress'> & { state: Progress['state'] }) {
  if (state === 'running' || state === 'stopping')
    return (
      <button type="button" onClick={run.stop} disabled={state === 'stopping'}>
        {state === 'stopping' ? 'Stopping after this part …' : 'Stop'}
      </button>
    );
  return (
    <>
      {state !== 'broken' && (
        <button type="button" className="primary" onClick={run.goOn}>
          Go on
        </button>
      )}
      <button type="button" onClick={onAgain}>
        Choose another file
      </button>
    </>
  );
}
