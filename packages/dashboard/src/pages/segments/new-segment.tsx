import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Field } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Form, type Entered } from '../../parts/form';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { Builder, useMaterial, type Material } from './builder';
import { emptyDraft, rulesOf } from './rules';

/** A segment that is not there yet. */
export function NewSegment() {
  const query = useMaterial();
  return (
    <Page
      title="New segment"
      back={{ to: '/segments', says: 'Segments' }}
      lead="It keeps rules, not people: whenever it is used, it is asked anew who keeps all of them."
    >
      <Loaded query={query}>{(material) => <NewForm material={material} />}</Loaded>
    </Page>
  );
}

function NewForm({ material }: { material: Material }) {
  const { audience = '' } = useFilters().filters;
  const [draft, setDraft] = useState(() => emptyDraft(audience));
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  const save = useMutation({
    mutationFn: (entered: Entered) =>
      client.createSegment({
        ...rulesOf(draft, material.types),
        name: entered.text('name'),
        key: entered.text('key'),
      }),
    onSuccess: async ({ id, name }) => {
      say(`The segment ${name} is there.`);
      navigate(`/segments/${id}`);
      await queries.invalidateQueries({ queryKey: ['segments'] });
    },
  });
  return (
    <Form
      action="Save the segment"
      isBusy={save.isPending}
      error={save.error}
      onCancel={() => navigate('/segments')}
      onSubmit={(entered) => save.mutate(entered)}
    >
      <NameAndKey />
      <Builder draft={draft} onChange={setDraft} material={material} offered={audience} />
    </Form>
  );
}

/** The key follows the name until somebody writes one. */
function NameAndKey() {
  const [name, setName] = useState('');
  const [key, setKey] = useState<string>();
  return (
    <div className="pair">
      <Field
        label="Name"
        name="name"
        required
        maxLength={120}
        placeholder="Large customers"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Key"
        name="key"
        required
        pattern="[a-z0-9\-]{1,120}"
        placeholder="large-customers"
        hint="a–z, 0–9 and hyphens. It stays for good."
        value={key ?? keyOf(name)}
        onChange={(event) => setKey(event.target.value)}
      />
    </div>
  );
}

const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
