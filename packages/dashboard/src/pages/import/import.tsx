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
import type { CsvTable } from '../../../../import/src/read-table';

/** Imports contacts from a CSV file into an audience. */
export function Import() {
  const { audience = '' } = useFilters().filters;
  const back = audience
    ? { to: `/audiences/${audience}`, label: 'Audience' }
    : { to: '/people', label: 'Contacts' };
  return (
    <Page
      title="Import contacts"
      back={back}
      lead="Adds contacts from a CSV file. A repeated import is safe."
    >
      <ImportSteps audience={audience} />
    </Page>
  );
}

/** The three steps of an import. Starting over discards the table and the run. */
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
