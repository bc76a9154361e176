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

/** The number of contacts that the rules match, updated while the user edits the rules. */
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
  if (!isComplete(draft)) return <StatusLine text="Complete the rules to see how many contacts match." />;
  if (query.error && !isCounting) return <StatusLine text={`Could not count: ${messageOf(query.error)}`} />;
  if (!query.data || isCounting)
    return <StatusLine text="Counting…" shownCount={query.data?.contact_count} />;
  const { contact_count: matchCount } = query.data;
  return (
    <StatusLine text={matchCount === 1 ? 'contact matches' : 'contacts match'} shownCount={matchCount} />
  );
}

/** Always rendered, so that the layout does not move while a count is pending. */
function StatusLine({ text, shownCount }: { text: string; shownCount?: number | undefined }) {
  return (
    <p className="matches" role="status">
      {shownCount !== undefined && <strong>{formatCount(shownCount)}</strong>}
      <span className="quiet">{text}</span>
    </p>
  );
}
