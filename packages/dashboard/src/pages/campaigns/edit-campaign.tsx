import type { Broadcast } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import type { Entered } from '../../parts/form';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { CampaignForm } from './campaign-form';
import { changesIn, type TestDraft } from './draft';

/** A draft to be changed. What has been scheduled is made a draft again first. */
export function EditCampaign() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['campaign', id],
    queryFn: ({ signal }) => client.getBroadcast(id, { signal }),
    // Somebody is writing.
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      title={query.data ? `Change ${query.data.name}` : 'Change a campaign'}
      back={{ to: `/campaigns/${id}`, says: query.data?.name ?? 'The campaign' }}
      isWide
    >
      <Loaded query={query}>{(campaign) => <Written key={id} campaign={campaign} />}</Loaded>
    </Page>
  );
}

function Written({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  const change = useMutation({
    mutationFn: ({ entered, test }: { entered: Entered; test: TestDraft | undefined }) =>
      client.updateBroadcast(campaign.id, changesIn(entered, test)),
    onSuccess: async (changed) => {
      queries.setQueryData(['campaign', changed.id], changed);
      navigate(`/campaigns/${changed.id}`);
      say('The draft was changed.');
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  return (
    <CampaignForm
      action="Save the draft"
      start={campaign}
      draft={campaign}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(entered, test) => change.mutate({ entered, test })}
    />
  );
}
