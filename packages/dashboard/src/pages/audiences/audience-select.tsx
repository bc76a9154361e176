import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../parts/field';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';

const listedMax = 100;

type Option = readonly [value: string, label: string];

/** Returns the newest audiences, plus the initial audience if it is older. The initial audience can be selected before
 * its name is loaded. */
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
    ? [[initialAudienceId, initialAudience.data?.name ?? 'Loading…']]
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
  /**
   * An audience that is offered even if it is not among the newest. If `value` is not given, this audience is selected.
   */
  initialAudienceId?: string;
  /** Options in addition to the existing audiences. */
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
      options={[['', isSuccess ? 'Select an audience' : 'Loading…'], ...extraOptions, ...options]}
      {...(hasNoOptions && { hint: 'No audiences yet. Create an audience under Audiences.' })}
      {...(hasMore && { hint: 'Shows the newest 100. To use an older audience, start from its page.' })}
      {...selectProps}
    />
  );
}
