import { useQuery } from '@tanstack/react-query';
import { Choice } from '../../parts/field';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';

const listedMax = 100;

type Option = readonly [value: string, says: string];

/** The newest audiences, and the offered one where it is older. It can be chosen before its name is known. */
function useAudiences(offered: string) {
  const client = useClient();
  const newest = useQuery({
    queryKey: ['audiences', { limit: listedMax }],
    queryFn: async ({ signal }) => client.listAudiences({ limit: listedMax }, { signal }),
  });
  const listed = newest.data?.data ?? [];
  const isMissing = offered !== '' && !listed.some(({ id }) => id === offered);
  const other = useQuery({
    queryKey: ['audience', offered],
    queryFn: ({ signal }) => client.getAudience(offered, { signal }),
    enabled: isMissing && newest.isSuccess,
  });
  const missing: readonly Option[] = isMissing ? [[offered, other.data?.name ?? 'Loading …']] : [];
  const others = listed.map((one): Option => [one.id, `${one.name} (${count(one.contact_count)})`]);
  return {
    options: [...missing, ...others],
    hasMore: newest.data?.has_more ?? false,
    isSuccess: newest.isSuccess,
  };
}

interface AudienceChoiceProps {
  name?: string;
  value?: string;
  onChange?: (id: string) => void;
  /** An audience that must be offered, even if it is not one of the newest. Where no value is given, it is chosen. */
  offered?: string;
  /** What may be chosen instead of an audience. */
  instead?: readonly Option[];
}

export function AudienceChoice({ offered = '', instead = [], ...choice }: AudienceChoiceProps) {
  const { options, hasMore, isSuccess } = useAudiences(offered);
  const isNone = isSuccess && options.length + instead.length === 0;
  return (
    <Choice
      label="Audience"
      required
      {...(choice.value === undefined && { defaultValue: offered })}
      options={[['', isSuccess ? 'Choose one' : 'Loading …'], ...instead, ...options]}
      {...(isNone && { hint: 'There is none yet: make one under Audiences.' })}
      {...(hasMore && { hint: 'The newest 100. To choose an older one, begin on its own page.' })}
      {...choice}
    />
  );
}
