import type { Broadcast, BroadcastPreview } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../parts/facts';
import { Loaded } from '../../parts/states';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { Obstacles } from './obstacles';

const sampleSize = 20;

/** Whom it would be for at this moment. */
export function usePreview(id: string, isEnabled = true) {
  const client = useClient();
  return useQuery({
    queryKey: ['campaign-preview', id],
    queryFn: ({ signal }) => client.previewBroadcast(id, { sample: sampleSize }, { signal }),
    enabled: isEnabled,
  });
}

export const people = (value: number): string => (value === 1 ? '1 person' : `${count(value)} people`);

/** Whom it would reach, and what would stop it. Nothing is sent by looking. */
export function Preview({ campaign }: { campaign: Broadcast }) {
  const query = usePreview(campaign.id);
  return (
    <section aria-labelledby="whom">
      <h2 id="whom">Whom it would reach now</h2>
      <Loaded query={query}>
        {(preview) => (
          <>
            <p className="reach">{people(preview.recipient_count)}</p>
            <Obstacles campaign={campaign} preview={preview} />
            <Tried preview={preview} />
            <Sample preview={preview} />
          </>
        )}
      </Loaded>
      <p>
        <button type="button" onClick={() => void query.refetch()} disabled={query.isFetching}>
          {query.isFetching ? 'Looking …' : 'Look again'}
        </button>
      </p>
    </section>
  );
}

function Tried({ preview: { ab_test, recipient_count } }: { preview: BroadcastPreview }) {
  if (!ab_test) return null;
  return (
    <Facts
      of={[
        ['Tried on', `${people(ab_test.sample_size)}, ${count(ab_test.per_variant)} for each variant`],
        ['Then', `the winner goes to ${people(Math.max(recipient_count - ab_test.sample_size, 0))}`],
      ]}
    />
  );
}

function Sample({ preview: { sample } }: { preview: BroadcastPreview }) {
  if (sample.length === 0) return null;
  return (
    <details>
      <summary>Some of them</summary>
      <ul className="addresses">
        {sample.map((address) => (
          <li key={address}>{address}</li>
        ))}
      </ul>
    </details>
  );
}
