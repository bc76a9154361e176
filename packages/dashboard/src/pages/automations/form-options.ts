import type { Audience, Domain, Template, Topic } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client';

const audiencesMax = 100;

/** The resources that an automation can refer to. */
export interface FormOptions {
  /** All marketing domains, verified or not. */
  domains: readonly Domain[];
  topics: readonly Topic[];
  templates: readonly Template[];
  audiences: readonly Audience[];
  /** True if there are older audiences that the form does not list. The form accepts their IDs. */
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
