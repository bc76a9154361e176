import type { Audience, Domain, Segment, Template, Topic } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client';

/** The resources that a campaign can refer to. */
export interface FormOptions {
  audiences: readonly Audience[];
  /** True if there are more audiences than the form lists. */
  hasUnlistedAudiences: boolean;
  segments: readonly Segment[];
  topics: readonly Topic[];
  /** The marketing domains. */
  domains: readonly Domain[];
}

const audiencesMax = 100;

export function useFormOptions() {
  const client = useClient();
  return useQuery({
    queryKey: ['campaign-form-options'],
    queryFn: async ({ signal }): Promise<FormOptions> => {
      const [audiences, segments, topics, domains] = await Promise.all([
        client.listAudiences({ limit: audiencesMax }, { signal }),
        client.listSegments({ signal }),
        client.listTopics({ signal }),
        client.listDomains({ signal }),
      ]);
      return {
        audiences: audiences.data,
        hasUnlistedAudiences: audiences.has_more,
        segments: segments.data,
        topics: topics.data,
        domains: domains.data.filter(({ risk_class }) => risk_class === 'marketing'),
      };
    },
    // The options must not change while the user chooses.
    refetchOnWindowFocus: false,
  });
}

/** Returns no templates if the key may not read them. */
export function useTemplates(): readonly Template[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['templates'],
    queryFn: async ({ signal }) => client.listTemplates({ signal }),
    refetchOnWindowFocus: false,
  });
  return data?.data ?? [];
}
