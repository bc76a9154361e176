import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../parts/field';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';

const listedMax = 100;

type Option = readonly [value: string, label: string];

/** The newest audiences, and the offered one where it is older. It can be chosen before its name is known. */
function useAudiences(initialAudienceId: string) {
  const client = useClient();
  const newestQuery = useQuery({
    queryKey: ['audiences', { limit: listedMax }],
    queryFn: async ({ signal }) => client.listAudiences({ limit: listedMax }, { signal }),
  });
  const newestAudiences = newestQuery.data?.data ?? [];
  const isUnlisted = initialAudienceId !== '' && !newestAudiences.some(({ id }) => id === initialAudienceId);
  const initialAudience = useQuery({
    queryKey: ['audience', initialAudienceId],
    queryFn: ({ signal }) => client.getAudience(initialAudienceId, { signal }),
    enabled: isUnlisted && newestQuery.isSuccess,
  });
  const unlistedOptions: readonly Option[] = isUnlisted
    ? [[initialAudienceId, initialAudience.data?.name ?? 'Loading …']]
    : [];
  const listedOptions = newestAudiences.map((audience): Option => [
    audience.id,
    `${audience.name} (${formatCount(audience.contact_count)})`,
  ]);
  return {
    options: [...unlistedOptions, ...listedOptions],
    hasMore: newestQuery.data?.has_more ?? false,
    isSuccess: newestQuery.isSuccess,
  };
}

interface AudienceSelectProps {
  name?: string;
  value?: string;
  onChange?: (id: string) => void;
  /** An audience that must be offered, even if it is not one of the newest. Where no value is given, it is chosen. */
  initialAudienceId?: string;
  /** What may be chosen instead of an audience. */
  extraOptions?: readonly Option[];
}

export function AudienceSelect({
  initialAudienceId = '',
  extraOptions = [],
  ...selectProps
}: AudienceSelectProps) {
  const { options, hasMore, isSuccess } = useAudiences(initialAudienceId);
  const hasNoOptions = isSuccess && options.length + extraOptions.length === 0;
  return (
    <SelectField
      label="Audience"
      required
      {...(selectProps.value === undefined && { defaultValue: initialAudienceId })}
      options={[['', isSuccess ? 'Choose one' : 'Loading …'], ...extraOptions, ...options]}
      {...(hasNoOptions && { hint: 'There is none yet: make one under Audiences.' })}
      {...(hasMore && { hint: 'The newest 100. To choose an older one, begin on its own page.' })}
      {...selectProps}
    />
  );
}
