import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../parts/debounced';
import { messageOf } from '../../parts/states';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { isWhole, rulesOf, type Draft, type Types } from './rules';

const quietMs = 700;

interface MatchesProps {
  draft: Draft;
  types: Types;
}

/** How many people the rules match, as they are being written. */
export function Matches({ draft, types }: MatchesProps) {
  const client = useClient();
  const settled = useDebounced(draft, quietMs);
  const rules = rulesOf(settled, types);
  const query = useQuery({
    queryKey: ['rules', rules],
    queryFn: ({ signal }) => client.countRules(rules, { signal }),
    enabled: isWhole(settled),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const isCounting = settled !== draft || query.isFetching;
  if (!isWhole(draft)) return <Line says="Complete the rules to see how many people they match." />;
  if (query.error && !isCounting) return <Line says={`Not counted: ${messageOf(query.error)}`} />;
  if (!query.data || isCounting) return <Line says="Counting …" before={query.data?.contact_count} />;
  const { contact_count: matched } = query.data;
  return <Line says={matched === 1 ? 'person matches now' : 'people match now'} before={matched} />;
}

/** Its place does not move while it counts; only what is settled is read out. */
function Line({ says, before }: { says: string; before?: number | undefined }) {
  return (
    <p className="matches" role="status">
      {before !== undefined && <strong>{count(before)}</strong>}
      <span className="quiet">{says}</span>
    </p>
  );
}
