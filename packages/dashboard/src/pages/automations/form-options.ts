import type { Audience, Domain, Template, Topic } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client';

const audiencesMax = 100;

/** What an automation can name. */
export interface FormOptions {
  /** Marketing domains, whether they are verified or not. */
  domains: readonly Domain[];
  topics: readonly Topic[];
  templates: readonly Template[];
  audiences: readonly Audience[];
  /** There are older ones, which are named by their id. */
  hasUnlistedAudiences: boolean;
}

export function useFormOptions() {
  const client = useClient();
  return useQuery({
    queryKey: ['automation-form-options'],
    queryFn: async ({ signal }): Promise<FormOptions> => {
      const [domains, topics, templates, audiences] = await Promise.all([
        client.listDomains({ signal }),
        client.listTopics({ signal }),
        client.listTemplates({ signal }),
        client.listAudiences({ limit: audiencesMax }, { signal }),
      ]);
      return {
        domains: domains.data.filter(({ risk_class }) => risk_class === 'marketing'),
        topics: topics.data,
        templates: templates.data,
        audiences: audiences.data,
        hasUnlistedAudiences: audiences.has_more,
      };
    },
  });
}
