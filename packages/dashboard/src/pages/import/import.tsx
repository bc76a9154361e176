import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { useClient } from '../../service/client';
import { ChooseFile } from './choose-file';
import { Mapping } from './mapping';
import type { ImportRun } from './run';
import { Running } from './running';
import type { Table } from './table';

/** The people of a CSV file, onto an audience. */
export function Import() {
  const { audience = '' } = useFilters().filters;
  const back = audience
    ? { to: `/audiences/${audience}`, says: 'The audience' }
    : { to: '/people', says: 'People' };
  return (
    <Page
      title="Import people"
      back={back}
      lead="From a CSV file onto an audience. The file is read in this browser, and sent in parts. To import it again adds nobody twice, and subscribes nobody again."
    >
      <Steps audience={audience} />
    </Page>
  );
}

/** What is left of a table or a run is left behind with it. */
function Steps({ audience }: { audience: string }) {
  const [table, setTable] = useState<Table>();
  const [run, setRun] = useState<ImportRun>();
  const client = useClient();
  const properties = useQuery({
    queryKey: ['properties'],
    queryFn: async ({ signal }) => client.listContactProperties({ signal }),
  });
  const begin = (): void => {
    setRun(undefined);
    setTable(undefined);
  };
  if (run) return <Running run={run} onAgain={begin} />;
  if (!table) return <ChooseFile onChosen={setTable} />;
  return (
    <Loaded query={properties}>
      {({ data }) => (
        <Mapping table={table} properties={data} audience={audience} onBack={begin} onStart={setRun} />
      )}
    </Loaded>
  );
}
