import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { AutoFocusHeading } from '../../parts/auto-focus-heading';
import { ErrorMessage } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { formatCount } from '../../parts/format';
import { NavigationGuard } from './navigation-guard';
import { RefusedRows } from './refused-rows';
import { ImportReport } from './import-report';
import type { ImportRun, ImportProgress } from './import-run';

/** A running import, and its report at the end. */
export function ImportRunning({ run, onStartOver }: { run: ImportRun; onStartOver: () => void }) {
  const progress = useSyncExternalStore(run.subscribe, run.progress);
  const queryClient = useQueryClient();
  const showToast = useToast();
  useEffect(() => {
    run.resume();
    return () => {
      const isRunning = run.progress().state === 'running';
      run.stop();
      if (isRunning)
        showToast('The import stops after the current batch. To resume, import the same file again.');
      void queryClient.invalidateQueries();
    };
  }, [run, queryClient, showToast]);
  const { state } = progress;
  return (
    <div className="step">
      {(state === 'running' || state === 'stopping') && <NavigationGuard />}
      {state === 'done' ? (
        <ImportReport run={run} progress={progress} onStartOver={onStartOver} />
      ) : (
        <ImportProgressView run={run} progress={progress} onStartOver={onStartOver} />
      )}
      <RefusedRows table={run.table} refused={progress.refused} />
    </div>
  );
}

interface ImportProgressProps {
  run: ImportRun;
  progress: ImportProgress;
  onStartOver: () => void;
}

const headings: Record<ImportProgress['state'], string> = {
  running: 'Importing',
  stopping: 'Stopping',
  stopped: 'Stopped',
  failed: 'Interrupted',
  done: 'Done',
};

function ImportProgressView({ run, progress, onStartOver }: ImportProgressProps) {
  const { processedRows, state, error, refused } = progress;
  const { rows } = run.plan;
  const { name } = run.table;
  return (
    <>
      <AutoFocusHeading>{`${headings[state]}: ${name}`}</AutoFocusHeading>
      <progress max={rows} value={processedRows} aria-label={`Processed rows of ${name}`} />
      <p>
        {formatCount(processedRows)} of {formatCount(rows)} rows
        {refused.length > 0 && `, ${formatCount(refused.length)} of them refused`}
      </p>
      <ProgressAnnouncement progress={progress} rows={rows} />
      {error !== null && <ErrorMessage error={error} />}
      <div className="actions">
        <RunActions run={run} state={state} onStartOver={onStartOver} />
      </div>
    </>
  );
}

/** Screen readers announce every ten percent, because each batch would be too frequent. */
function ProgressAnnouncement({
  progress: { state, processedRows },
  rows,
}: {
  progress: ImportProgress;
  rows: number;
}) {
  const percentDone = Math.floor((10 * processedRows) / rows) * 10;
  return (
    <p className="unseen" role="status">
      {headings[state]}: {percentDone}%
    </p>
  );
}

function RunActions({
  run,
  state,
  onStartOver,
}: Omit<ImportProgressProps, 'progress'> & { state: ImportProgress['state'] }) {
  if (state === 'running' || state === 'stopping')
    return (
      <button type="button" onClick={run.stop} disabled={state === 'stopping'}>
        {state === 'stopping' ? 'Stopping…' : 'Stop'}
      </button>
    );
  return (
    <>
      <button type="button" className="primary" onClick={run.resume}>
        Resume
      </button>
      <button type="button" onClick={onStartOver}>
        Choose another file
      </button>
    </>
  );
}
