import type { Broadcast } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { FormValues } from '../../parts/form';
import { Page } from '../../parts/page';
import { QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { CampaignForm } from './campaign-form';
import { readCampaignChanges, type TestDraft } from './campaign-draft';
import { updateEffects } from './update-effects';

/** Edits a draft. A scheduled campaign must return to draft first. */
export function EditCampaign() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['campaign', id],
    queryFn: ({ signal }) => client.getBroadcast(id, { signal }),
    // A refetch must not disturb the user's edits.
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      title={query.data ? `Edit ${query.data.name}` : 'Edit campaign'}
      back={{ to: `/campaigns/${id}`, label: query.data?.name ?? 'Campaign' }}
      isWide
    >
      <QueryBoundary query={query}>
        {(campaign) => <EditCampaignForm key={id} campaign={campaign} />}
      </QueryBoundary>
    </Page>
  );
}

function EditCampaignForm({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const update = useMutation({
    mutationFn: ({ formValues, test }: { formValues: FormValues; test: TestDraft | undefined }) =>
      client.updateBroadcast(campaign.id, readCampaignChanges(formValues, test)),
    onSuccess: useSuccessEffects({
      ...updateEffects(campaign.id, 'The draft was saved.'),
      navigateTo: `/campaigns/${campaign.id}`,
    }),
  });
  return (
    <CampaignForm
      submitLabel="Save draft"
      initialValues={campaign}
      draft={campaign}
      isBusy={update.isPending}
      error={update.error}
      onSubmit={(formValues, test) => update.mutate({ formValues, test })}
    />
  );
}
