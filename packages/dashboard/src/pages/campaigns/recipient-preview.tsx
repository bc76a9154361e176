import type { Broadcast, BroadcastPreview } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { ContentWarnings } from '../../parts/content-warnings';
import { DescriptionList } from '../../parts/description-list';
import { QueryBoundary } from '../../parts/states';
import { formatCount, formatPeople } from '../../parts/format';
import { useClient } from '../../service/client';
import { SendProblems } from './send-problems';

const sampleSize = 20;

/** Fetches the recipients that the campaign would have now. */
export function useRecipientPreview(id: string, isEnabled = true) {
  const client = useClient();
  return useQuery({
    queryKey: ['campaign-preview', id],
    queryFn: ({ signal }) => client.previewBroadcast(id, { sample: sampleSize }, { signal }),
    enabled: isEnabled,
  });
}

/** Shows the current recipients and the problems that prevent sending. A preview sends nothing. */
export function RecipientPreview({ campaign }: { campaign: Broadcast }) {
  const query = useRecipientPreview(campaign.id);
  return (
    <section aria-labelledby="whom">
      <h2 id="whom">Current recipients</h2>
      <QueryBoundary query={query}>
        {(preview) => (
          <>
            <p className="reach">{formatPeople(preview.recipient_count)}</p>
            <SendProblems campaign={campaign} preview={preview} />
            <ContentWarnings warnings={preview.warnings} />
            <TestSummary preview={preview} />
            <RecipientSample preview={preview} />
          </>
        )}
      </QueryBoundary>
      <p>
        <button type="button" onClick={() => void query.refetch()} disabled={query.isFetching}>
          {query.isFetching ? 'Refreshing…' : 'Refresh'}
        </button>
      </p>
    </section>
  );
}

function TestSummary({ preview: { ab_test, recipient_count } }: { preview: BroadcastPreview }) {
  if (!ab_test) return null;
  return (
    <DescriptionList
      items={[
        [
          'Sample',
          `${formatPeople(ab_test.sample_size)}, ${formatCount(ab_test.per_variant)} for each variant`,
        ],
        ['Winner', `Sent to ${formatPeople(Math.max(recipient_count - ab_test.sample_size, 0))}`],
      ]}
    />
  );
}

function RecipientSample({ preview: { sample } }: { preview: BroadcastPreview }) {
  if (sample.length === 0) return null;
  return (
    <details>
      <summary>Sample recipients</summary>
      <ul className="addresses">
        {sample.map((address) => (
          <li key={address}>{address}</li>
        ))}
      </ul>
    </details>
  );
}
