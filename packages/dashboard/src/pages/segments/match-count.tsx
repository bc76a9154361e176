import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../parts/use-debounced';
import { messageOf } from '../../parts/states';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import { isComplete, toRules, type SegmentDraft, type PropertyTypes } from './rules';

const delayMs = 700;

interface MatchCountProps {
  draft: SegmentDraft;
  types: PropertyTypes;
}

/** How many people the rules match, as they are being written. */
export function MatchCount({ draft, types }: MatchCountProps) {
  const client = useClient();
  const debouncedDraft = useDebounced(draft, delayMs);
  const rules = toRules(debouncedDraft, types);
  const query = useQuery({
    queryKey: ['rules', rules],
    queryFn: ({ signal }) => client.countRules(rules, { signal }),
    enabled: isComplete(debouncedDraft),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const isCounting = debouncedDraft !== draft || query.isFetching;
  if (!isComplete(draft)) return <StatusLine text="Complete the rules to see how many people they match." />;
  if (query.error && !isCounting) return <StatusLine text={`Not counted: ${messageOf(query.error)}`} />;
  if (!query.data || isCounting)
    return <StatusLine text="Counting …" shownCount={query.data?.contact_count} />;
  const { contact_count: matchCount } = query.data;
  return (
    <StatusLine text={matchCount === 1 ? 'person matches now' : 'people match now'} shownCount={matchCount} />
  );
}

/** Its place does not move while it counts; only what is settled is read out. */
function StatusLine({ text, shownCount }: { text: string; shownCount?: number | undefined }) {
  return (
    <p className="matches" role="status">
      {shownCount !== undefined && <strong>{formatCount(shownCount)}</strong>}
      <span className="quiet">{text}</span>
    </p>
  );
}
