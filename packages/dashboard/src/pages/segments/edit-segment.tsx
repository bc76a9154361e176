import type { Segment } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { Builder, useMaterial, type Material } from './builder';
import { draftOf, rulesOf } from './rules';

/** The rules of a segment that is there. */
export function EditSegment() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const material = useMaterial();
  const query = useQuery({
    queryKey: ['segment', id],
    queryFn: ({ signal }) => client.getSegment(id, { signal }),
  });
  return (
    <Page
      title={query.data ? `Change ${query.data.name}` : 'Change a segment'}
      back={{ to: `/segments/${id}`, says: query.data?.name ?? 'The segment' }}
      lead="Campaigns that are sent from now on go by the new rules. One that is being sent goes on as it began."
    >
      <Loaded query={query}>
        {(segment) => (
          <Loaded query={material}>{(known) => <EditForm segment={segment} material={known} />}</Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function EditForm({ segment, material }: { segment: Segment; material: Material }) {
  const [draft, setDraft] = useState(() => draftOf(segment));
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  const save = useMutation({
    mutationFn: (entered: Entered) =>
      client.updateSegment(segment.id, {
        ...rulesOf(draft, material.types),
        name: entered.text('name'),
      }),
    onSuccess: async (now) => {
      say(`The segment ${now.name} was changed.`);
      queries.setQueryData(['segment', now.id], now);
      navigate(`/segments/${now.id}`);
      await queries.invalidateQueries({ queryKey: ['segments'] });
      await queries.invalidateQueries({ queryKey: ['segment-people', now.id] });
    },
  });
  return (
    <Form
      action="Save the segment"
      isBusy={save.isPending}
      error={save.error}
      onCancel={() => navigate(`/segments/${segment.id}`)}
      onSubmit={(entered) => save.mutate(entered)}
    >
      <Field label="Name" name="name" required maxLength={120} defaultValue={segment.name} />
      <Builder draft={draft} onChange={setDraft} material={material} offered={segment.audience_id} />
    </Form>
  );
}
