import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryBoundary } from '../../parts/states';
import { useClient } from '../../service/client';
import { ChooseFile } from './choose-file';
import { Mapping } from './mapping';
import type { ImportRun } from './import-run';
import { ImportRunning } from './import-running';
import type { CsvTable } from './csv-table';

/** The people of a CSV file, onto an audience. */
export function Import() {
  const { audience = '' } = useFilters().filters;
  const back = audience
    ? { to: `/audiences/${audience}`, label: 'The audience' }
    : { to: '/people', label: 'People' };
  return (
    <Page
      title="Import people"
      back={back}
      lead="From a CSV file onto an audience. The file is read in this browser, and sent in parts. To import it again adds nobody twice, and subscribes nobody again."
    >
      <ImportSteps audience={audience} />
    </Page>
  );
}

/** What is left of a table or a run is left behind with it. */
function ImportSteps({ audience }: { audience: string }) {
  const [table, setTable] = useState<CsvTable>();
  const [run, setRun] = useState<ImportRun>();
  const client = useClient();
  const properties = useQuery({
    queryKey: ['properties'],
    queryFn: async ({ signal }) => client.listContactProperties({ signal }),
  });
  const startOver = (): void => {
    setRun(undefined);
    setTable(undefined);
  };
  if (run) return <ImportRunning run={run} onStartOver={startOver} />;
  if (!table) return <ChooseFile onChosen={setTable} />;
  return (
    <QueryBoundary query={properties}>
      {({ data }) => (
        <Mapping table={table} properties={data} audience={audience} onBack={startOver} onStart={setRun} />
      )}
    </QueryBoundary>
  );
}
